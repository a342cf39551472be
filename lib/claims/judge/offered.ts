/** Which result offers a claimed number, and as what. */

import type { Evidence } from '@/lib/contract/types';
import { normal } from '../evidence/words';
import type { Claim, EvidenceCall, Meaning } from '../types';
import { speaksOfASet } from './pick';
import type { Question } from './ruling';

/** A number of the claim where a result offers it. */
export interface Found {
  call: EvidenceCall;
  meaning: Meaning | 'sum_of_pages';
  at: Evidence;
  score: number;
  noun: boolean;
  turn: boolean;
}

/** What settles a number comes before what only shows where it was taken from. */
const TRUST: readonly Found['meaning'][] = [
  'census',
  'matched',
  'rows',
  'walk',
  'lower_bound',
  'estimate',
  'sum_of_pages',
  'page',
  'scanned',
  'limit',
];

/** Meanings that stand for the whole set. */
export const SETTLED: readonly Found['meaning'][] = ['census', 'matched', 'rows', 'walk'];

/** Every place that offers `value` in a call tied to the claim, the best first. */
export function foundIn(question: Question, value: number): Found[] {
  const { claim, log, before } = question;
  const out: Found[] = [];
  const carriers = log.carriers(claim).filter(({ call }) => speaksOfASet(call));
  const queries = new Set(carriers.map(({ call }) => call.query));
  const tiedByNoun = carriers.some(({ noun, turn }) => noun && turn);
  for (const { call, score, noun, turn } of carriers) {
    const pronoun = before.includes(call);
    if (score === 0 && !pronoun && queries.size > 1 && tiedByNoun) continue;
    const tie = { call, score, noun, turn };
    for (const offer of log.offers(call))
      if (offer.value === value) out.push({ ...tie, meaning: offer.meaning, at: offer.at });
    const walk = log.walk(call);
    if (walk.total?.value === value)
      out.push({ ...tie, call: log.call(walk.total.call) ?? call, meaning: 'walk', at: walk.total.at });
    else if (walk.calls.length > 1 && walk.sum === value && !walk.whole)
      out.push({ ...tie, meaning: 'sum_of_pages', at: { path: 'rows of all pages', value } });
  }
  return out.sort(
    (a, b) =>
      Number(b.turn) - Number(a.turn) ||
      Number(b.noun) - Number(a.noun) ||
      Number(settles(b)) - Number(settles(a)) ||
      b.score - a.score ||
      TRUST.indexOf(a.meaning) - TRUST.indexOf(b.meaning) ||
      b.call.seq - a.call.seq,
  );
}

export function settles({ meaning }: Found): boolean {
  return SETTLED.includes(meaning);
}

/** A value of one row under a key that the claim names, or in a row that names it: the number of one thing, not of a set. */
export function rowValue(question: Question, value: number): { call: EvidenceCall; at: Evidence } | null {
  const { claim, log } = question;
  const words = new Set([...claim.noun, ...claim.qualifiers].map(normal).filter((word) => word.length > 2));
  for (const { call } of log.carriers(claim))
    for (const found of log.payloads.values(call, value)) {
      if (/id$|^ts$|time|date|line|offset|limit|page|version/i.test(found.key)) continue;
      if (named(found.key, words) || counts(claim, found.key, found.near)) return { call, at: found.at };
    }
  return null;
}

/** A list inside a record whose key is called by the claim's noun: "three passengers" of one reservation. */
export function listInRecord({ claim, log }: Question, value: number): { call: EvidenceCall; at: Evidence } | null {
  const nouns = claim.noun.map(normal);
  if (nouns.length === 0) return null;
  for (const call of log.latest()) {
    if (call.seq > log.until) continue;
    const at = log.payloads.listOf(call, value, nouns);
    if (at !== null) return { call, at };
  }
  return null;
}

/** A number that a sentence or a report of a tool states: "214 passed". Rows of a page are no report. */
export function textValue({ claim, log }: Question, value: number): { call: EvidenceCall; at: Evidence } | null {
  const words = [...claim.noun, ...claim.qualifiers].map((word) => word.toLowerCase());
  const told = log.carriers(claim).filter(({ call }) => !speaksOfASet(call));
  for (const { call } of told.slice(0, 8)) {
    const at = log.payloads.beside(call, value, words);
    if (at !== null) return { call, at };
  }
  return null;
}

function named(key: string, words: ReadonlySet<string>): boolean {
  return key.split(/[^\p{L}]+|(?<=[a-z])(?=[A-Z])/u).some((part) => part.length > 2 && words.has(normal(part)));
}

/** A row that counts what the claim narrows to: `{"status": "open", "n": 14}` for "14 open". */
function counts(claim: Claim, key: string, near: string): boolean {
  if (
    !/^(?:n|c|cnt|num|count|doc_count|total|sum|avg|value|amount|count\(\*\))$|_(?:count|total|sum|avg|ms)$/i.test(key)
  )
    return false;
  return [...claim.qualifiers, ...claim.noun].some((word) => word.length > 3 && near.includes(word.toLowerCase()));
}
