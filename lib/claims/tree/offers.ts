import type { EvidenceCall, Meaning, Offer } from '../types';
import { isCapped, isComplete } from './match';

/** Every number that a result offers about its set, with what it means there. */
export function offersOf(call: EvidenceCall): Offer[] {
  const { reading, judgement } = call;
  const offers: Offer[] = [];
  const add = (value: number | null | undefined, meaning: Meaning, path: string) => {
    if (value != null) offers.push({ call: call.id, value, meaning, at: { path, value } });
  };
  const rowsAt = reading.rowsPath ?? 'result';
  const isList = reading.shape === 'list' || reading.shape === 'lines';
  if (isList) {
    add(judgement.present, isComplete(call) ? 'rows' : 'page', rowsAt);
    // A marker that stands among the rows is counted by whoever counts elements.
    const inside = reading.markers.filter(({ path }) => path.includes('[')).length;
    if (inside > 0 && judgement.present !== null) add(judgement.present + inside, 'page', rowsAt);
  }
  const { matched } = reading;
  if (matched !== null) add(matched.value, meaningOfMatched(call), matched.at.path);
  add(reading.returned?.value, isComplete(call) ? 'rows' : 'page', reading.returned?.at.path ?? rowsAt);
  add(reading.scanned?.value, 'scanned', reading.scanned?.at.path ?? rowsAt);
  if (reading.census !== null) {
    const { value, at, units } = reading.census;
    add(value, isCapped(call) ? 'page' : 'census', at.path);
    for (const count of Object.values(units ?? {})) if (count !== value) add(count, 'census', at.path);
  }
  if (isCapped(call)) add(judgement.limit?.value, 'limit', 'limit');
  return offers;
}

function meaningOfMatched(call: EvidenceCall): Meaning {
  const { relation } = call.judgement.declared;
  if (relation === 'lower_bound' || relation === 'estimate' || relation === 'page') return relation;
  if (relation === 'exact') return 'matched';
  return isCapped(call) && call.judgement.unseen.kind !== 'exact' ? 'page' : 'matched';
}
