/** The numbers that a result or its reading offers, each with what it means. */

import type { Evidence } from '@/lib/contract/types';
import type { EvidenceCall, Meaning, Offer } from '../types';

/** The numbers that one call offers by itself, the most trustworthy first. Row values are looked up on demand (`payloads`). */
export function offersOf(call: EvidenceCall): Offer[] {
  const { reading, judgement } = call;
  const out: Offer[] = [];
  const add = (meaning: Meaning, value: number | null | undefined, at: Evidence): void => {
    if (value !== null && value !== undefined && Number.isFinite(value))
      out.push({ call: call.id, value, meaning, at });
  };
  const { matched, limit, census } = reading;
  const { present } = judgement;
  const whole = isWhole(call);
  const rowsAt: Evidence = { path: reading.rowsPath ?? 'result', value: present };
  if (census !== null) {
    add(whole ? 'census' : 'page', census.value, census.at);
    for (const size of Object.values(census.units ?? {})) if (size !== census.value) add('census', size, census.at);
  } else add(whole ? 'rows' : 'page', present, rowsAt);
  if (matched !== null) add(meaningOf(call), matched.value, matched.at);
  if (reading.returned !== null && !whole) add('page', reading.returned.value, reading.returned.at);
  // The stored last element that only says that the list was cut is counted as a row by whoever takes the array's length.
  const stored = reading.markers.find((marker) => /\[\d+\]$/.test(marker.path));
  if (stored !== undefined && present !== null) add('page', present + 1, { path: stored.path, value: stored.value });
  const applied = judgement.limit?.value ?? limit?.value ?? null;
  if (applied !== null && !whole)
    add('limit', applied, limit?.at ?? { path: `limit (${judgement.limit?.source ?? 'echo'})`, value: applied });
  if (reading.scanned !== null) add('scanned', reading.scanned.value, reading.scanned.at);
  return out;
}

function meaningOf(call: EvidenceCall): Meaning {
  const relation = call.judgement.declared.relation ?? call.reading.matched?.relation ?? 'unknown';
  if (relation === 'exact') return contradicted(call) ? 'page' : 'matched';
  if (relation === 'lower_bound') return 'lower_bound';
  if (relation === 'estimate') return 'estimate';
  return isWhole(call) ? 'matched' : 'page';
}

const WRONG_TOTAL = ['total_moves', 'row_elsewhere', 'total_below', 'matched_below', 'census_above'];

/** A declared total that other evidence proved wrong is no total. */
function contradicted(call: EvidenceCall): boolean {
  return call.judgement.findings.some(({ kind }) => WRONG_TOTAL.includes(kind));
}

/** Whether the call showed or counted all of its set. */
export function isWhole(call: EvidenceCall): boolean {
  return call.judgement.verdict === 'complete';
}

/** The log kept less than the model saw: nothing about this call can be refuted. */
export function cutByTheLog(call: EvidenceCall): boolean {
  return call.judgement.verdict === 'unreadable';
}
