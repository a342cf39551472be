/** Judges the written answers and compares what was found with what was marked. */

import { type ClaimVerdict, FALSE_VERDICTS } from '../../lib/claims';
import { type InspectedClaim, inspect } from '../../lib/inspect';
import { answerRecord, type Scenario, type WantedClaim, type WrittenAnswer } from './scenario';

export type Group = 'bad' | 'good' | 'open';
export const GROUPS: readonly Group[] = ['bad', 'good', 'open'];

const GOOD: readonly ClaimVerdict[] = ['supported', 'hedged', 'needless_hedge'];

export const groupOf = (verdict: ClaimVerdict): Group =>
  FALSE_VERDICTS.includes(verdict) ? 'bad' : GOOD.includes(verdict) ? 'good' : 'open';

/** One line of the comparison: a marked claim and what was found for it, or a found claim that nobody marked. */
export interface Compared {
  scenario: string;
  answer: string;
  wanted: WantedClaim | null;
  found: InspectedClaim | null;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z]{3,}|\d+/g) ?? []);

/** Share of the words of the shorter text that the other has too. */
function overlap(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const both = [...a].filter((word) => b.has(word)).length;
  return both / Math.max(1, Math.min(a.size, b.size));
}

const common = ([a, b]: [number, number], [c, d]: [number, number]): number => Math.min(b, d) - Math.max(a, c);

/** The marked claim that a found one states: of those with half of its words or a place in common, the one with most in common. */
function statedBy(found: InspectedClaim, wanted: readonly WantedClaim[]): WantedClaim | null {
  const near = wanted.filter((w) => common(found.span, w.span) > 0 || overlap(found.text, w.text) >= 0.5);
  return near.sort((a, b) => common(found.span, b.span) - common(found.span, a.span))[0] ?? null;
}

const SEVERITY: Record<Group, number> = { bad: 0, good: 1, open: 2 };

function compareAnswer(scenario: string, answer: WrittenAnswer, claims: readonly InspectedClaim[]): Compared[] {
  const stated = claims.map((found) => ({ found, wanted: statedBy(found, answer.claims) }));
  const marked = answer.claims.map((wanted): Compared => {
    const [found] = stated
      .filter((s) => s.wanted === wanted)
      .sort((a, b) => SEVERITY[groupOf(a.found.verdict)] - SEVERITY[groupOf(b.found.verdict)]);
    return { scenario, answer: answer.text, wanted, found: found?.found ?? null };
  });
  const unmarked = stated
    .filter(({ wanted }) => wanted === null)
    .map(({ found }): Compared => ({ scenario, answer: answer.text, wanted: null, found }));
  return [...marked, ...unmarked];
}

/** All answers of a scenario, each judged alone behind the same calls. */
export const compare = (scenario: Scenario): Compared[] =>
  scenario.answers.flatMap((answer) => {
    const [judged] = inspect([...scenario.records, answerRecord(answer)]).answers;
    return compareAnswer(scenario.name, answer, judged?.claims ?? []);
  });

/** What the calls of a scenario are judged, in order. */
export const callVerdicts = (scenario: Scenario): string[] =>
  inspect(scenario.records).calls.map(({ verdict }) => verdict);

export interface Score {
  precision: number;
  recall: number;
  right: number;
  falseAlarms: number;
  missed: number;
}

const isBad = (claim: { verdict: ClaimVerdict } | null): boolean => claim !== null && groupOf(claim.verdict) === 'bad';

/** Precision and recall of "false"; a found claim that nobody marked and that is called false is a false alarm. */
export function score(compared: readonly Compared[]): Score {
  const right = compared.filter(({ wanted, found }) => isBad(wanted) && isBad(found)).length;
  const falseAlarms = compared.filter(({ wanted, found }) => !isBad(wanted) && isBad(found)).length;
  const missed = compared.filter(({ wanted, found }) => isBad(wanted) && !isBad(found)).length;
  return { right, falseAlarms, missed, precision: right / (right + falseAlarms), recall: right / (right + missed) };
}

/** How a half is composed: its answers, and those of them without a bad claim. */
export const composition = (half: readonly Scenario[]): { answers: number; honest: number } => {
  const answers = half.flatMap((scenario) => scenario.answers);
  const honest = answers.filter(({ claims }) => claims.every(({ verdict }) => groupOf(verdict) !== 'bad'));
  return { answers: answers.length, honest: honest.length };
};

/** Whether the comparison is one to look at: another group than wanted, or a bad or open claim that nobody marked. */
export const disagrees = ({ wanted, found }: Compared): boolean => {
  if (wanted === null) return found !== null && groupOf(found.verdict) !== 'good';
  return found === null || groupOf(found.verdict) !== groupOf(wanted.verdict);
};

const indented = (text: string): string => text.replaceAll('\n', '\n      ');

/** A disagreement as lines to read: scenario, answer, what was wanted, what was found and why. */
export const readable = ({ scenario, answer, wanted, found }: Compared): string =>
  [
    `[${scenario}]`,
    `  answer: ${indented(answer)}`,
    wanted ? `  wanted: ${wanted.verdict} for "${indented(wanted.text)}"` : '  wanted: no claim',
    found
      ? `  found:  ${found.verdict} for "${indented(found.text)}" (${found.kind}): ${found.says}`
      : '  found:  no claim',
  ].join('\n');
