/** Which set a claim speaks of: the calls that could carry it, and how they are tied to it. */

import { isCommand } from '@/lib/contract/limits/args';
import { isWhole } from '../evidence/offers';
import { normal } from '../evidence/words';
import type { EvidenceCall } from '../types';
import { open, type Question, type Ruling } from './ruling';
import type { Subject } from './subject';

export type { Subject } from './subject';

/** Calls with rows, a count or a failure: what a statement about a set can rest on. */
export function speaksOfASet(call: EvidenceCall): boolean {
  return call.judgement.verdict !== 'not_a_list';
}

/** The set of a claim. `rows`: only calls that show rows will do (a list, not a count). Null when no call could carry it. */
export function subjectOf(question: Question, rows = false): Subject | null {
  const known = question.subjects.get(rows);
  if (known !== undefined) return known;
  const found = findSubject(question, rows);
  question.subjects.set(rows, found);
  return found;
}

function findSubject(question: Question, rows: boolean): Subject | null {
  const { claim, log, before } = question;
  const fits = (call: EvidenceCall): boolean => speaksOfASet(call) && (!rows || call.reading.census === null);
  const last = before.filter(fits).at(-1);
  const carriers = log.carriers(claim).filter(({ call }) => fits(call));
  const [first] = carriers;
  if (first === undefined) return last === undefined ? null : subject(question, last, 'before');
  const ranked = carriers
    .filter(({ turn }) => turn === first.turn)
    .sort(
      (a, b) =>
        b.score - a.score ||
        Number(wholeOf(question, b.call)) - Number(wholeOf(question, a.call)) ||
        b.call.seq - a.call.seq,
    );
  const [best] = ranked;
  if (best === undefined) return null;
  if (last !== undefined && !best.noun && question.says.pronoun.test(claim.text))
    return subject(question, last, 'before');
  if (best.score > 0) return subject(question, best.call, best.noun ? 'noun' : 'words');
  if (last !== undefined) return subject(question, last, 'before');
  const queries = new Set(ranked.map(({ call }) => call.query));
  return subject(question, best.call, queries.size === 1 ? 'only' : 'none');
}

function wholeOf(question: Question, call: EvidenceCall): boolean {
  return isWhole(call) || question.log.walk(call).whole;
}

export function subject(question: Question, call: EvidenceCall, tie: Subject['tie']): Subject {
  const walk = question.log.walk(call);
  return { call, walk, whole: walk.whole, tie };
}

/** The set was served in part, as the log shows: the ground of a false verdict. A text that stops before its first row shows nothing. */
export function isPart({ call, whole }: Subject): boolean {
  const { verdict, findings, present } = call.judgement;
  if (present === null && findings.some(({ kind }) => kind === 'cut_midway')) return false;
  return !whole && ['flagged', 'silent', 'stale'].includes(verdict);
}

/**
 * Tied closely enough to be called false: by the set's own noun, by what was just spoken of, as the one query that there was, or by
 * a word for what the call returns. Words in the arguments of a command are not enough.
 */
export function isTied(question: Question, { call, tie }: Subject): boolean {
  if (tie !== 'words') return tie !== 'none';
  return returnsNoun(question, call) || (!isCommand(call.args) && wordsShared(question, call) > 0);
}

/** How many of the words that narrow a claim a call shares. */
export function wordsShared({ claim, log }: Question, call: EvidenceCall): number {
  const words = log.wordsOf(call);
  return new Set(claim.qualifiers.map(normal).filter((word) => words.has(word))).size;
}

/** Whether what a call returns (its tool, its rows' place and unit) is called by a word of the claim: its arguments do not count. */
export function returnsNoun({ claim, log }: Question, call: EvidenceCall): boolean {
  const returned = log.returnedWordsOf(call);
  return [...claim.noun, ...claim.qualifiers].some((word) => returned.has(normal(word)));
}

/** Whether the call was asked for the very name that the claim gives: a path, a symbol, an id. */
export function askedFor({ claim }: Question, call: EvidenceCall): boolean {
  return claim.qualifiers.some((word) => NAME.test(word) && call.args.toLowerCase().includes(word.toLowerCase()));
}

const NAME = /[\p{L}\p{N}][._/-][\p{L}\p{N}]/u;

/** The calls that failed to serve anything. */
export function failed(call: EvidenceCall): boolean {
  return call.judgement.verdict === 'refused' || call.judgement.verdict === 'error';
}

/** A count shows how many rows there are and none of them. */
export function countsOnly({ reading, judgement }: EvidenceCall): boolean {
  return reading.census !== null && reading.census.value > 0 && (judgement.present ?? 0) <= 1;
}

export function countOnly(call: EvidenceCall): Ruling {
  return open(
    'count_only',
    `${call.tool} counted the rows and showed none of them.`,
    'The rows themselves, or a count of those that would contradict it.',
    [call],
  );
}
