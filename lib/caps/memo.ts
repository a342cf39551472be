import { knownText } from '../format/known';
import { count, money, plural, share } from '../format/number';
import type { CapsSettings } from './address';
import { pageSize } from './budget';
import { accountsText, boundsText, exposureText, medianText, signedShare } from './say';
import type { Bounds, Candidate, CapDecision } from './types';

/** What a memo is written from, beside the figures themselves. */
export interface MemoFacts {
  decision: CapDecision;
  settings: Pick<CapsSettings, 'window' | 'turns' | 'budget'>;
  /** Said of the sample month, so that nobody decides on made-up data. */
  sample: boolean;
  /** Tokens of a row of this tool; null where no payload was measured. `encoding` names the tokenizer. */
  row: { mean: number; p95: number; overhead: number; calls: number; encoding: string } | null;
  /** One sentence each, with its number from the same log; empty where none was measured. */
  alternatives: readonly string[];
  /** Where the live figures stand; null where nobody knows. */
  link: string | null;
}

/**
 * The decision as a document to paste: question, table, both readings of the percentages, the product, what is not known
 * and from how many calls it is known, tokens, alternatives, as of when. Markdown; names from the log are escaped. Pure.
 */
export function capMemo(facts: MemoFacts): string {
  const { decision } = facts;
  const today = decision.candidates.find((c) => c.today) ?? null;
  const others = decision.candidates.filter((c) => !c.today);
  const sections: (string | null)[] = [
    `# ${question(decision, others)}`,
    asOf(facts, today),
    memoTable(decision.candidates),
    section('Both readings of the percentages', readings(decision, today, others)),
    section('Frequency × severity', products(today, others)),
    section('Who stays exposed', exposed(decision.candidates)),
    section('What is not known', unknowns(decision)),
    section('Tokens', tokens(facts)),
    section('Alternatives to a higher cap', facts.alternatives.map(inMarkdown)),
    facts.link === null ? null : `Live figures: <${facts.link}>`,
  ];
  return `${sections.filter((s) => s !== null).join('\n\n')}\n`;
}

function section(title: string, sentences: readonly string[]): string | null {
  return sentences.length === 0 ? null : `## ${title}\n\n${sentences.map((s) => `- ${s}`).join('\n')}`;
}

function question({ tool, todayCap }: CapDecision, others: readonly Candidate[]): string {
  const [only] = others;
  const name = inMarkdown(tool);
  if (todayCap === null || only === undefined) return `Which cap should ${name} have?`;
  if (others.length > 1) return `Which cap should ${name} have instead of ${count(todayCap)} rows?`;
  return `Should ${name} return up to ${count(only.cap)} rows instead of ${count(todayCap)}?`;
}

function asOf({ decision, sample }: MemoFacts, today: Candidate | null): string {
  const { from, to, calls, known, unknown, todayCap } = decision;
  const cap = todayCap === null ? 'No cap of today is known.' : `Today's cap is ${count(todayCap)} rows.`;
  const capped = today === null ? '' : ` ${boundsText(today.capped)} of them were capped.`;
  return [
    `${plural(calls, 'call')} from ${utc(from)} to ${utc(to)}, as of ${utc(decision.asOf)}.${capped} ${cap}`,
    `How much matched is known of ${count(known)} of ${plural(known + unknown, 'capped call')}.`,
    sample ? 'This is the sample month: made-up data that shows how the figures work.' : null,
  ]
    .filter((s) => s !== null)
    .join(' ');
}

export const CANDIDATE_HEAD = [
  'cap',
  'capped calls',
  'share of calls',
  'incidents removed',
  'median unseen',
  'unseen rows, sum',
  'capped × median',
  'accounts',
  'exposure',
  'tokens a page',
  'share of window',
];

/** A candidate in words, in the order of `CANDIDATE_HEAD`. Ranges are proven bounds, with what is assumed beside them. */
export function candidateCells(c: Candidate): string[] {
  return [
    `${count(c.cap)}${c.today ? ' (today)' : ''}`,
    boundsText(c.capped),
    boundsText(c.share, share),
    c.today ? '–' : boundsText(c.removedShare, signedShare),
    medianText(c),
    boundsText(c.totalUnseen),
    knownText(c.cappedTimesMedian),
    accountsText(c),
    exposureText(c),
    c.tokens === null ? 'not measured' : count(Math.round(c.tokens.mean)),
    c.tokens === null ? '–' : share(c.tokens.contextShare),
  ];
}

function memoTable(candidates: readonly Candidate[]): string {
  return [CANDIDATE_HEAD, CANDIDATE_HEAD.map(() => '---:'), ...candidates.map(candidateCells)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function readings(decision: CapDecision, today: Candidate | null, others: readonly Candidate[]): string[] {
  if (today === null) return [];
  return [
    `How often is a caller affected (capped ÷ all ${plural(decision.calls, 'call')}): ${boundsText(today.share, share)} today${list(others, (c) => `${boundsText(c.share, share)} at ${count(c.cap)}`)}.`,
    `How much of the problem does the change remove (incidents of today that are gone): ${others.map((c) => `${boundsText(c.removedShare, signedShare)} at ${count(c.cap)}`).join(', ')}.`,
    'Both are of the same calls. The first is small from the start wherever most answers fit; the second is large even where the answers that stay capped lose the most.',
  ].filter((_, i) => i !== 1 || others.length > 0);
}

function products(today: Candidate | null, others: readonly Candidate[]): string[] {
  if (today === null) return [];
  const line = (c: Candidate) =>
    `${boundsText(c.capped)} capped × median ${medianText(c)} = ${knownText(c.cappedTimesMedian)} rows at ${count(c.cap)}${c.today ? ' (today)' : ''}${fall(today, c)}; the rows really unseen sum to ${boundsText(c.totalUnseen)}.`;
  return [
    ...[today, ...others].map(line),
    'The product and the sum differ because the median says what is usual and a few huge sets do not move it, while every row of theirs is in the sum.',
  ];
}

/** How far the product falls against today's; nothing where one of them is not known. */
function fall({ cappedTimesMedian: before }: Candidate, { today, cappedTimesMedian: after }: Candidate): string {
  if (today || before.kind !== 'exact' || after.kind !== 'exact' || before.value === 0) return '';
  const part = 1 - after.value / before.value;
  return part >= 0 ? `, ${share(part)} less than today` : `, ${share(-part)} more than today`;
}

/** `enterprise 92 (31.0 % of revenue)` for each segment or currency with anyone hit. */
function partsText(parts: Candidate['exposure']['bySegment'], of: string): string[] {
  return Object.entries(parts)
    .filter(([, part]) => part.accounts.high !== 0)
    .map(([name, { accounts, share: part }]) => {
      const held = part === null ? '' : ` (${boundsText(part, share)} of ${of})`;
      return `${name === '' ? 'no currency' : inMarkdown(name)} ${boundsText(accounts)}${held}`;
    });
}

function exposed(candidates: readonly Candidate[]): string[] {
  return candidates.map((c) => {
    const segments = [
      ...partsText(c.exposure.bySegment, 'revenue'),
      ...partsText(c.exposure.byCurrency ?? {}, 'the revenue in it'),
    ];
    const why = c.exposure.share === null && c.exposure.reason !== null ? ` (${inMarkdown(c.exposure.reason)})` : '';
    const by = segments.length === 0 ? '' : `: ${segments.join(', ')}`;
    const largest =
      c.largest === null
        ? ''
        : `; the largest is ${inMarkdown(c.largest.name ?? c.largest.id)} with ${inMarkdown(money(c.largest.revenue, c.largest.currency))}`;
    const unnamed = c.unnamed.high === 0 ? '' : `; ${boundsText(c.unnamed)} capped calls name no account`;
    return `At ${count(c.cap)}: ${accountsText(c)} accounts, exposure ${exposureText(c)}${why}${by}${largest}${unnamed}.`;
  });
}

function unknowns({ candidates, known, unknown, notes }: CapDecision): string[] {
  const open = candidates.some((c) => [c.capped, c.left, c.totalUnseen, c.accounts].some(isOpen));
  const of = known + unknown;
  return [
    unknown === 0
      ? `Nothing about how much matched: it is known of all ${plural(of, 'capped call')}.`
      : `Of ${count(unknown)} of ${plural(of, 'capped call')} nothing tells how much matched. A census does: \`capwatch census export\` writes the worklist.`,
    ...(open
      ? [
          'A range in the table is proven: at its low end no unknown set is larger than the cap, at its high end all are.',
          'Assumed: each unknown set is as large as the largest known one of the same account and query shape, else of the account, else of the tool. That is a guess to plan with, not a bound.',
        ]
      : []),
    'The calls are those of the past: a cap changes what agents ask for next, and the table does not.',
    ...notes.map(inMarkdown),
  ];
}

function isOpen({ low, high }: Bounds): boolean {
  return low !== high;
}

function tokens({ decision, row, settings: { window, turns, budget } }: MemoFacts): string[] {
  if (row === null) return ['No payload of this tool could be measured: what a row costs is not known.'];
  const { mean, p95, overhead, calls, encoding } = row;
  return [
    `A row costs ${count(Math.round(mean))} tokens on average and ${count(Math.round(p95))} at the 95th percentile (${inMarkdown(encoding)}, from ${plural(calls, 'payload')}).`,
    ...decision.candidates.flatMap((c) =>
      c.tokens === null
        ? []
        : [
            `${count(c.cap)} rows: ${count(Math.round(c.tokens.mean))} tokens, ${share(c.tokens.contextShare)} of a window of ${count(window)}; ${leaves(window - c.tokens.mean)}; sent again on each of ${plural(turns, 'turn')}, ${count(Math.round(c.tokens.resent))} tokens in all.`,
          ],
    ),
    ...(budget === null
      ? []
      : [
          `A budget of ${count(budget)} tokens pays for ${plural(pageSize(budget, { perRow: mean, overhead }) ?? 0, 'row')} of average cost.`,
        ]),
  ];
}

function leaves(rest: number): string {
  return rest >= 0 ? `it leaves ${count(Math.round(rest))}` : `it does not fit, by ${count(Math.round(-rest))} tokens`;
}

function list(candidates: readonly Candidate[], write: (c: Candidate) => string): string {
  return candidates.map((c) => `, ${write(c)}`).join('');
}

function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Names from a log as text: on one line, and with nothing that Markdown or HTML would act on. */
export function inMarkdown(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\\`*[\]<>|#~&]/g, (c) => `\\${c}`);
}
