import type { Reading } from '@/lib/contract/types';
import { count, plural, share } from '@/lib/format';
import { type Answer, type Grade, type Graded, grade } from '@/lib/verdict/grade';
import classes from './tool.module.css';

const QUESTIONS = [
  ['cut', 'Was something cut?'],
  ['scale', 'How much is there?'],
  ['which', 'Which rows are these?'],
  ['rest', 'How do I get the rest?'],
] as const;
type Question = (typeof QUESTIONS)[number][0];

/** How often each of the four questions was answered over some readings with rows. */
export interface GradeSums {
  lists: number;
  answers: Record<Question, Record<Answer, number>>;
  /** The best answer to each, as an example. */
  best: Record<Question, Graded | null>;
  /** Mean share of the payload that is contract; null without payloads. */
  overhead: number | null;
}

/** Calls under a contract of their own: the same name can hold several, by its arguments. */
export interface DialectGrades {
  dialect: string | null;
  sums: GradeSums;
}

/** Grades by dialect, most calls first. */
export function gradesByDialect(recent: readonly { dialect: string | null; reading: Reading }[]): DialectGrades[] {
  const groups = new Map<string | null, Reading[]>();
  for (const { dialect, reading } of recent) {
    const group = groups.get(dialect);
    if (group) group.push(reading);
    else groups.set(dialect, [reading]);
  }
  return [...groups]
    .map(([dialect, readings]) => ({ dialect, sums: gradeAll(readings) }))
    .filter(({ sums }) => sums.lists > 0)
    .sort((a, b) => b.sums.lists - a.sums.lists);
}

/** Grades readings with rows; others have nothing to declare. */
function gradeAll(readings: readonly Reading[]): GradeSums {
  const zero = (): Record<Answer, number> => ({ yes: 0, half: 0, no: 0 });
  const grades = readings
    .filter((reading) => reading.shape === 'list' || reading.shape === 'lines')
    .map((reading) => grade({ reading }));
  const sums: GradeSums = {
    lists: grades.length,
    answers: { cut: zero(), scale: zero(), which: zero(), rest: zero() },
    best: { cut: null, scale: null, which: null, rest: null },
    overhead: grades.length === 0 ? null : grades.reduce((sum, g) => sum + g.overhead, 0) / grades.length,
  };
  for (const g of grades) for (const [question] of QUESTIONS) take(sums, question, g);
  return sums;
}

function take(sums: GradeSums, question: Question, g: Grade): void {
  const { answer } = g[question];
  sums.answers[question][answer]++;
  const best = sums.best[question];
  if (answer !== 'no' && (best === null || (best.answer === 'half' && answer === 'yes')))
    sums.best[question] = g[question];
}

const MARKS: Record<Answer, { says: string; colour: string; fill: number }> = {
  yes: { says: 'answered', colour: 'var(--cw-complete)', fill: 1 },
  half: { says: 'half answered', colour: 'var(--cw-flagged)', fill: 0.5 },
  no: { says: 'not answered', colour: 'var(--cw-stale)', fill: 0 },
};

/** The four questions that a declared cap must answer, each answered, half, or not, with an example; per contract. */
export function Grades({ grades }: { grades: DialectGrades[] }) {
  const shown = grades.slice(0, MOST);
  const several = grades.length > 1;
  return (
    <>
      {several ? <p className={classes.verdict}>{count(grades.length)} contracts stand behind this one name:</p> : null}
      {shown.map(({ dialect, sums }) => (
        <div key={dialect}>
          {several ? (
            <h3 className={classes.dialect}>
              {dialect ?? 'no known dialect'} <span className="dim">{plural(sums.lists, 'list')}</span>
            </h3>
          ) : null}
          <p className={several ? undefined : classes.verdict}>
            Usually answers <b>{usually(sums, 'yes')} of the 4 questions</b> that a reader of a capped result has
            {usually(sums, 'half') > 0 ? `, and ${usually(sums, 'half')} by half` : ''}.
          </p>
          <ul className={classes.grade}>
            {QUESTIONS.map(([question, words]) => (
              <Answered
                key={question}
                words={words}
                tally={sums.answers[question]}
                best={sums.best[question]}
                of={sums.lists}
              />
            ))}
          </ul>
        </div>
      ))}
      {grades.length > MOST ? (
        <p className="dim">
          Showing {MOST} of {count(grades.length)} contracts, most calls first.
        </p>
      ) : null}
    </>
  );
}

const MOST = 3;

function usually(sums: GradeSums, answer: Answer): number {
  return QUESTIONS.filter(([q]) => usual(sums.answers[q]) === answer).length;
}

interface AnsweredProps {
  words: string;
  tally: Record<Answer, number>;
  best: Graded | null;
  of: number;
}

function Answered({ words, tally, best, of }: AnsweredProps) {
  const answer = usual(tally);
  const { says, colour, fill } = MARKS[answer];
  const parts = (['yes', 'half', 'no'] as const).filter((a) => tally[a] > 0);
  const spread = parts.map((a) => `${MARKS[a].says} in ${share(tally[a] / of)}`).join(', ');
  return (
    <li className={classes.question} title={parts.map((a) => `${MARKS[a].says}: ${count(tally[a])}`).join('; ')}>
      <p>
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" style={{ color: colour }}>
          <rect x="1" y="1" width="10" height="10" rx="2" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <rect x="1" y={1 + 10 * (1 - fill)} width="10" height={10 * fill} rx="1.5" fill="currentColor" />
        </svg>
        {words}
      </p>
      <p>
        {parts.length === 1 ? `${says} in each of ${plural(of, 'list')}` : spread}
        {best?.evidence ? (
          <>
            , e.g. <code>{best.evidence.path}</code>
          </>
        ) : null}
      </p>
    </li>
  );
}

/** The most frequent answer; of equally frequent ones the worse. */
function usual(tally: Record<Answer, number>): Answer {
  const worst = (['no', 'half', 'yes'] as const).toSorted((a, b) => tally[b] - tally[a]);
  return worst[0] ?? 'no';
}
