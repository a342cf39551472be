/** Searches that came back empty, while another call of the same account showed a row that they should have found. */

import { BUILT_IN } from '../contract';
import { searchOf, subjectOf, witnessIn } from '../contract/read/witness';
import type { Evidence } from '../contract/types';
import { firstPage } from './history';
import type { ReadCall } from './types';

/** How many calls are looked at for one empty search. */
const LOOKED_AT = 50;

/** The row that contradicts each empty search, by call id. */
export function contradictions(calls: readonly ReadCall[]): Map<string, Evidence> {
  const out = new Map<string, Evidence>();
  const bySubject = new Map<string, ReadCall[]>();
  for (const call of calls) {
    if (call.reading.shape !== 'list' || (call.reading.present ?? 0) === 0) continue;
    const key = `${call.account ?? ''}\u0000${subjectOf(call.tool)}`;
    const list = bySubject.get(key);
    if (list === undefined) bySubject.set(key, [call]);
    else if (list.length < LOOKED_AT) list.push(call);
  }
  for (const call of calls) {
    if (call.reading.shape !== 'list' || call.reading.present !== 0 || !firstPage(call)) continue;
    const others = bySubject.get(`${call.account ?? ''}\u0000${subjectOf(call.tool)}`);
    const search = others === undefined ? null : searchOf(call);
    if (search === null) continue;
    for (const other of others ?? []) {
      const row = witnessIn(search, other, BUILT_IN);
      if (row === null) continue;
      out.set(call.id, row);
      break;
    }
  }
  return out;
}
