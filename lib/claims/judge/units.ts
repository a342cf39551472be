/** A call that counts several things: 111 matches in 110 files. */

import { normal } from '../evidence/words';
import type { Claim, EvidenceCall } from '../types';

/** Nouns that are files where a search lists files; a search for posts lists them as files. */
const MATCHES = new Set(['match', 'line', 'result', 'time', 'call']);

/** The unit that `value` counts and the unit whose number the claim needed; null where they agree or nothing tells. */
export function otherUnit(
  claim: Claim,
  call: EvidenceCall,
  value: number,
): { counted: string; wanted: string; right: number } | null {
  const units = Object.entries(call.reading.census?.units ?? {});
  const counted = units.find(([, size]) => size === value);
  const other = units.find(([, size]) => size !== value);
  if (
    counted === undefined ||
    other === undefined ||
    units.some(([unit]) => nounIs(claim, unit) && unit === counted[0])
  )
    return null;
  if (normal(counted[0]) !== 'match' && !MATCHES.has(normal(counted[0]))) {
    return nounIs(claim, other[0]) || claim.noun.some((word) => MATCHES.has(normal(word)))
      ? { counted: counted[0], wanted: other[0], right: other[1] }
      : null;
  }
  // A thing that is kept in files is counted by files, never by the matches in them.
  return claim.noun.length > 0 && !claim.noun.some((word) => MATCHES.has(normal(word)))
    ? { counted: counted[0], wanted: other[0], right: other[1] }
    : null;
}

function nounIs(claim: Claim, unit: string): boolean {
  return claim.noun.some((word) => normal(word) === normal(unit));
}
