/** What a branch of the decision tree is asked, and what it answers. */

import type { Evidence } from '@/lib/contract/types';
import { count } from '@/lib/format/number';
import type { EvidenceLog } from '../evidence/log';
import type { Claim, ClaimStep, ClaimVerdict, EvidenceCall } from '../types';
import type { Sayings } from '../words/types';
import type { Subject } from './subject';

/** One claim with all that may be weighed for it. */
export interface Question {
  claim: Claim;
  log: EvidenceLog;
  /** The sentence that the claim stands in. */
  sentence: string;
  /** The calls that the claim before rested on: "all of them" speaks of these. */
  before: readonly EvidenceCall[];
  /** The path taken so far; branches add to it. */
  path: ClaimStep[];
  /** The words of its language by which a statement is told apart. */
  says: Sayings;
  /** What the claim speaks of, found once: among calls with rows, and among all. */
  subjects: Map<boolean, Subject | null>;
}

/** The outcome of one claim. */
export interface Ruling {
  verdict: ClaimVerdict;
  rule: string;
  says: string;
  calls: EvidenceCall[];
  evidence: Evidence[];
  missing: string | null;
}

/** A ruling that rests on calls. */
export function rule(
  verdict: ClaimVerdict,
  name: string,
  says: string,
  calls: readonly EvidenceCall[],
  evidence: readonly Evidence[],
): Ruling {
  return { verdict, rule: name, says, calls: unique(calls), evidence: different(evidence), missing: null };
}

/** Where the log cannot tell: what would. */
export function open(
  name: string,
  says: string,
  missing: string,
  calls: readonly EvidenceCall[] = [],
  evidence: readonly Evidence[] = [],
): Ruling {
  return { ...rule('unsupported', name, says, calls, evidence), missing };
}

/** Notes a step that led further down the tree. */
export function step(question: Question, name: string, says: string, evidence: readonly Evidence[] = []): void {
  question.path.push({ rule: name, says, evidence: [...evidence] });
}

/** Each place once. */
function different(evidence: readonly Evidence[]): Evidence[] {
  return [...new Map(evidence.map((one) => [`${one.path}\n${one.value}`, one])).values()];
}

function unique(calls: readonly EvidenceCall[]): EvidenceCall[] {
  return [...new Set(calls)];
}

/** Rows and limit of a call in words: "list_reviews returned 30 of a limit of 30". */
export function page(call: EvidenceCall): string {
  const { present, limit } = call.judgement;
  const rows = present === null ? 'its rows' : `${number(present)} ${present === 1 ? 'row' : 'rows'}`;
  const bound =
    limit === null || limit.value !== present
      ? ''
      : ` of a ${limit.source === 'dialect' ? 'default ' : ''}limit of ${number(limit.value)}`;
  return `${call.tool} returned ${rows}${bound}`;
}

/** Why a call is not the whole set, from its own findings. */
export function why(call: EvidenceCall): string {
  const finding = call.judgement.findings[0];
  return finding === undefined ? 'nothing says whether that was all.' : finding.says;
}

/** The places that show it. */
export function placesOf(call: EvidenceCall): Evidence[] {
  const found = call.judgement.findings.flatMap(({ evidence }) => evidence).slice(0, 4);
  return found.length > 0 ? found : [{ path: call.reading.rowsPath ?? 'result', value: call.judgement.present }];
}

export function number(value: number): string {
  return count(value);
}

export function logCut(call: EvidenceCall): Ruling {
  return open(
    'log_cut',
    `The log holds only a part of what ${call.tool} returned, so nothing here can be refuted or confirmed.`,
    'The whole result of the call: the log kept a part of it.',
    [call],
    placesOf(call),
  );
}

export function settleBy(call: EvidenceCall): string {
  return `A count of this set, or ${call.tool} read to its end.`;
}
