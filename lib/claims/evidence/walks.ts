/** Pages of one query seen together. */

import type { Evidence } from '@/lib/contract/types';
import type { EvidenceCall } from '../types';
import { isWhole } from './offers';

/** What all pages of one query say. */
export interface Walk {
  calls: EvidenceCall[];
  /** Rows of all pages, repeats included. */
  sum: number;
  /** The size of the set where the log proves it: by the end of the walk, a census or a trusted total. */
  total: { value: number; at: Evidence; call: string } | null;
  /** Whether the agent saw, or had counted, the whole set. */
  whole: boolean;
}

/**
 * The walk of one query, from its calls in their order. `until`: the last call that the agent had made when it answered. What came
 * later may say how large the set is; it makes no page whole that the agent had not read.
 */
export function walkOf(calls: readonly EvidenceCall[], until: number): Walk {
  const read = calls.filter(({ seq }) => seq <= until);
  const seen = read.length > 0 ? read : [...calls];
  const sum = seen.reduce((all, call) => all + (call.judgement.present ?? 0), 0);
  const recovered = seen.length === calls.length && seen.some((call) => call.judgement.recovered);
  const whole = (recovered || seen.some(isWhole)) && !seen.some(overlaps);
  return { calls: seen, sum, total: totalOf(calls), whole };
}

function overlaps({ judgement }: EvidenceCall): boolean {
  return judgement.verdict !== 'complete' && judgement.findings.some(({ kind }) => kind === 'overlapping_pages');
}

function totalOf(calls: readonly EvidenceCall[]): Walk['total'] {
  for (const call of calls) {
    const total = ownTotal(call);
    if (total !== null) return { ...total, call: call.id };
  }
  return null;
}

function ownTotal(call: EvidenceCall): { value: number; at: Evidence } | null {
  const { judgement, reading } = call;
  const whole = isWhole(call);
  if (reading.census !== null) return whole ? { value: reading.census.value, at: reading.census.at } : null;
  if (reading.matched !== null && whole && judgement.declared.relation === 'exact')
    return { value: reading.matched.value, at: reading.matched.at };
  // A later page knows only what is left.
  if (judgement.present === null || isLater(call)) return null;
  const at: Evidence = { path: reading.rowsPath ?? 'result', value: judgement.present };
  if (whole) return { value: judgement.present, at };
  const { kind, rows } = judgement.unseen;
  return kind === 'exact' && rows !== null && rows > 0
    ? { value: judgement.present + rows, at: reading.matched?.at ?? at }
    : null;
}

/** A page after the first: by its arguments, its echo or its place in the walk. */
function isLater({ reading, judgement }: EvidenceCall): boolean {
  const offset = reading.offset?.value ?? reading.paging?.offset ?? 0;
  const paged = offset > 0 || (reading.paging?.page ?? 1) > 1 || reading.paging?.cursor != null;
  return paged || judgement.basis === 'walk';
}
