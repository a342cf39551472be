// Writes the table of docs/judgement.md that says how far the judge agrees with the eye about answers of real logs; needs ../shared.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agrees, compareAnswers } from '@/test/corpus/answers-agreement';
import type { Group, ReadStatement } from '@/test/corpus/answers-read';

const DOCUMENT = join(import.meta.dirname, '../docs/judgement.md');
const MARKS = ['<!-- answers:read -->', '<!-- /answers:read -->'] as const;

const ROWS: [ReadStatement['eye'], string][] = [
  ['bad', 'false, or worked out in prose'],
  ['good', 'true'],
  ['open', 'the log cannot tell'],
  ['not_a_claim', 'no claim about a set'],
];
const COLUMNS: (Group | null)[] = ['bad', 'good', 'open', null];

/** "then → now", or one number where they are the same. */
const change = (then: number, now: number): string => (then === now ? `${now}` : `${then} → ${now}`);

const { answers, formats, logs } = compareAnswers();
const statements = answers.flatMap((answer) => answer.statements);
const unread = answers.flatMap((answer) => answer.unread);

function row(name: string, some: typeof statements): string {
  const cells = COLUMNS.map((group) =>
    change(some.filter(({ found }) => found === group).length, some.filter(({ now }) => now === group).length),
  );
  const agreed = change(
    some.filter(({ eye, found }) => agrees(eye, found)).length,
    some.filter(({ eye, now }) => agrees(eye, now)).length,
  );
  return `| ${[name, some.length, ...cells, agreed].join(' | ')} |`;
}

const silent = answers.filter((answer) => answer.statements.every(({ found }) => found === null)).length;
const text = [
  `${answers.length} answers from ${logs} logs in ${formats.length} formats, ${silent} of them without any claim found: ${statements.length} statements.`,
  'Each cell: found when they were read → found now. Not found is right for the last row, and a missed claim elsewhere.',
  '',
  '| by eye | read | called false | called supported or hedged | called unsupported | not found | agreed |',
  '|---|---|---|---|---|---|---|',
  ...ROWS.map(([eye, name]) =>
    row(
      name,
      statements.filter((one) => one.eye === eye),
    ),
  ),
  row('**all**', statements),
  '',
  `Claims found now in these answers that were not there when they were read: ${unread.length}, ${unread.filter((group) => group === 'bad').length} of them called false.`,
].join('\n');

const document = readFileSync(DOCUMENT, 'utf8');
const [from, to] = MARKS.map((mark) => document.indexOf(mark));
if (from === undefined || to === undefined || from < 0 || to < from)
  throw new Error(`docs/judgement.md lacks ${MARKS.join(' ')}`);
writeFileSync(DOCUMENT, `${document.slice(0, from + MARKS[0].length)}\n${text}\n${document.slice(to)}`);
console.log(text);
