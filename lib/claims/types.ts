/** What an answer states about sets, and what the log says of it. Pure data. */

import type { Evidence, Reading } from '../contract/types';
import type { Judgement } from '../verdict/types';

export const CLAIM_KINDS = [
  'count',
  'part',
  'share',
  'remaining',
  'sum',
  'average',
  'absence',
  'universal',
  'exclusive',
  'extreme',
  'order',
  'list',
] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

export const CLAIM_VERDICTS = [
  'supported',
  'false_total',
  'false_absence',
  'lower_bound_as_total',
  'wrong_cardinality',
  'sample_as_whole',
  'wrong_set',
  'prose_arithmetic',
  'unsupported',
  'hedged',
  'needless_hedge',
] as const;
export type ClaimVerdict = (typeof CLAIM_VERDICTS)[number];

/** Verdicts that say: this is not so, or nothing that the agent saw makes it so although it reads as fact. */
export const FALSE_VERDICTS: readonly ClaimVerdict[] = [
  'false_total',
  'false_absence',
  'lower_bound_as_total',
  'wrong_cardinality',
  'sample_as_whole',
  'wrong_set',
  'prose_arithmetic',
];

/** UTF-16 offsets in the answer, the end not included. */
export type TextSpan = [number, number];

export type HedgeKind = 'lower_bound' | 'read_only' | 'page' | 'approximate' | 'may_be_more' | 'top_n';

/** One statement about a set. */
export interface Claim {
  text: string;
  span: TextSpan;
  kind: ClaimKind;
  /** The part of "N of M", the plain number of a percentage; null for fractions, ranges and statements without a number. */
  value: number | null;
  /** The M of "N of M". */
  of: number | null;
  /** Words of the set's noun, in the singular; empty when it has none. */
  noun: string[];
  /** Other words of the statement that narrow the set: adjectives, names, quoted terms. */
  qualifiers: string[];
  scope: { account: string | null; path: string | null; time: string | null };
  hedge: { kind: HedgeKind; span: TextSpan } | null;
  sentence: TextSpan;
}

/** A call as claims see it. */
export interface EvidenceCall {
  id: string;
  /** Order within the log. */
  seq: number;
  ts: number | null;
  tool: string;
  args: string;
  account: string | null;
  query: string;
  reading: Reading;
  judgement: Judgement;
  /** The text that the model received; null when it has expired. */
  payload: () => string | null;
}

/** What a number that a result offers means. */
export type Meaning =
  | 'rows'
  | 'matched'
  | 'page'
  | 'lower_bound'
  | 'estimate'
  | 'matches'
  | 'scanned'
  | 'census'
  | 'walk'
  | 'distinct'
  | 'row_value'
  | 'limit';

export interface Offer {
  call: string;
  value: number;
  meaning: Meaning;
  at: Evidence;
}

/** One step of the decision tree, with what it rests on. */
export interface ClaimStep {
  rule: string;
  says: string;
  evidence: Evidence[];
}

export interface JudgedClaim extends Claim {
  verdict: ClaimVerdict;
  /** Ids of the calls that it rests on. */
  calls: string[];
  /** Where that stands, in the calls of `calls`. */
  evidence: Evidence[];
  path: ClaimStep[];
  /** One plain sentence made from the evidence. */
  says: string;
  /** What would settle an unsupported claim; null elsewhere. */
  missing: string | null;
}

export interface AnswerToJudge {
  id: string;
  text: string;
  question: string | null;
  account: string | null;
}
