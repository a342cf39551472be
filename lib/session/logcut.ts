/** Results that the log itself cut: many of one producer pile up at one same length. */

import type { Evidence, Reading } from '../contract/types';
import type { ReadCall } from './types';

const SHORTEST = 100;

/** Results of one producer that have one same length and no marker of their own. */
export interface Pile {
  length: number;
  /** Different tools and queries in it: 2 and 3 are enough to know. */
  tools: number;
  queries: number;
  /** Every one of them stops in the middle of a value. */
  allCut: boolean;
  /** No result of this producer is longer. */
  longest: boolean;
}

/** Whether the log, and no tool, cut the results of a pile. */
export function cutByLog(pile: Pile): boolean {
  if (pile.queries < 2 || (pile.tools < 2 && pile.queries < 3)) return false;
  return pile.allCut || (pile.longest && isRound(pile.length));
}

/** Why a result of this length is one that the log cut. */
export function evidenceOf(length: number): Evidence[] {
  return [
    { path: 'length of the stored text', value: length },
    { path: 'results of other queries with exactly this length', value: true },
  ];
}

/** The lengths under which a result may lie in a pile; empty when it is too short, or when a marker says who cut it. */
export function lengthsOf(reading: Reading): number[] {
  if (reading.markers.some((marker) => marker.says !== 'maybe')) return [];
  return [...new Set([reading.payloadLength, reading.textLength])].filter((length) => length >= SHORTEST);
}

/** Evidence of one result by itself: the log states the length at which it cut. */
export function ownCut({ stored, textLength }: Reading): Evidence[] | null {
  if (stored === null || stored.value !== textLength || !isRound(textLength)) return null;
  return [stored, { path: 'length of the stored text', value: textLength }];
}

/** Lengths that people and programs choose for a cap. */
export function isRound(length: number): boolean {
  return length >= SHORTEST && (length % 100 === 0 || (length >= 256 && length % 256 === 0));
}

/** Evidence by call id that the log, and no tool, cut a result. All calls count as one producer's. */
export function findLogCuts(calls: readonly ReadCall[]): Map<string, Evidence[]> {
  const out = new Map<string, Evidence[]>();
  const piles = new Map<number, ReadCall[]>();
  let most = 0;
  for (const call of calls) {
    const { reading } = call;
    const own = ownCut(reading);
    if (own !== null) out.set(call.id, own);
    most = Math.max(most, reading.payloadLength, reading.textLength);
    for (const length of lengthsOf(reading)) {
      const list = piles.get(length);
      if (list) list.push(call);
      else piles.set(length, [call]);
    }
  }
  for (const [length, at] of piles) {
    const tools = new Set(at.map((call) => call.tool)).size;
    const queries = new Set(at.map((call) => call.query)).size;
    const allCut = at.every((call) => call.reading.cut !== null);
    if (!cutByLog({ length, tools, queries, allCut, longest: length === most })) continue;
    for (const call of at) out.set(call.id, evidenceOf(length));
  }
  return out;
}
