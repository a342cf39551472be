/** How the written set is written: a few calls, and answers with the expected verdict marked in place. */

import type { ClaimVerdict } from '../../lib/claims';
import type { AnswerRecord, CallRecord, CensusRecord, LogRecord } from '../../lib/records';
import type { Verdict } from '../../lib/verdict/types';

export interface WantedClaim {
  text: string;
  span: [number, number];
  verdict: ClaimVerdict;
}

export interface WrittenAnswer {
  text: string;
  question: string | null;
  claims: WantedClaim[];
}

export interface Scenario {
  name: string;
  records: LogRecord[];
  /** What the calls must be judged, in order: a scenario whose calls are misjudged says nothing about claims. */
  verdicts: Verdict[];
  answers: WrittenAnswer[];
}

export interface CallOptions {
  account?: string;
  error?: boolean;
  verdict: Verdict;
}

export interface WrittenCall {
  record: Omit<CallRecord, 'id' | 'session' | 'ts'>;
  verdict: Verdict;
}

/** A call with its arguments and its result (text as it is, all else as JSON) and the verdict that it must get. */
export function call(
  tool: string,
  args: object,
  result: unknown,
  { account, error, verdict }: CallOptions,
): WrittenCall {
  const text = typeof result === 'string' ? result : result === undefined ? null : JSON.stringify(result);
  return {
    verdict,
    record: {
      type: 'call',
      account: account ?? 'acct-1',
      tool,
      args: JSON.stringify(args),
      result: text,
      sent: null,
      error: error ?? false,
      agent: null,
      model: null,
      environment: null,
      version: null,
      durationMs: null,
    },
  };
}

/** `count` rows made from their index. */
export const rows = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Every `count` things of a cycle: `cycle(['open', 'closed'])(i)`. */
export const cycle =
  <T>(values: readonly T[]) =>
  (index: number): T =>
    values[index % values.length] as T;

const MARKED = /\{([^{}]+)\|([a-z_]+)\}/g;

/** Reads `There are {20 incidents|false_total}.`: what stands in braces is a claim, and after the bar its verdict. */
export function readMarked(marked: string, question: string | null = null): WrittenAnswer {
  const claims: WantedClaim[] = [];
  let text = '';
  let from = 0;
  for (const match of marked.matchAll(MARKED)) {
    const [whole, words = '', verdict] = match;
    text += marked.slice(from, match.index);
    claims.push({ text: words, span: [text.length, text.length + words.length], verdict: verdict as ClaimVerdict });
    text += words;
    from = match.index + whole.length;
  }
  return { text: text + marked.slice(from), question, claims };
}

type Marked = string | { question: string; answer: string };

/** A scenario; each answer is judged alone behind all of its calls. */
export function scenario(
  name: string,
  calls: readonly WrittenCall[],
  answers: readonly Marked[],
  counts: readonly Omit<CensusRecord, 'type'>[] = [],
): Scenario {
  const start = Date.UTC(2026, 2, 9, 8);
  return {
    name,
    verdicts: calls.map(({ verdict }) => verdict),
    records: [
      ...calls.map(
        ({ record }, i): CallRecord => ({ ...record, id: `c-${i + 1}`, session: 's-1', ts: start + i * 60_000 }),
      ),
      ...counts.map((count): CensusRecord => ({ type: 'census', ...count })),
    ],
    answers: answers.map((marked) =>
      typeof marked === 'string' ? readMarked(marked) : readMarked(marked.answer, marked.question),
    ),
  };
}

/** The record of an answer that stands behind the calls of its scenario. */
export const answerRecord = ({ text, question }: WrittenAnswer): AnswerRecord => ({
  type: 'answer',
  id: 'a-1',
  ts: Date.UTC(2026, 2, 9, 9),
  session: 's-1',
  account: 'acct-1',
  question,
  text,
});
