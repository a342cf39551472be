/** Looks into the rows on demand. Bounded: a look reads so much of a payload, an answer so much of all payloads. */

import type { Evidence } from '@/lib/contract/types';
import type { EvidenceCall } from '../types';
import { keyIs, listsIn } from './lists';

/** Characters of one payload, and of all payloads, that one answer may have read. */
const PER_CALL = 400_000;
const PER_ANSWER = 40_000_000;
/** Values of one payload that are kept for look-up. */
const VALUES = 4000;

/** Characters on either side of a number that name it. */
const BESIDE = 24;

export interface RowValue {
  key: string;
  value: number;
  at: Evidence;
  /** What stands around it, in lower case. */
  near: string;
}

export class Payloads {
  private left = PER_ANSWER;
  private readonly lowered = new Map<string, string>();
  private readonly numbers = new Map<string, Map<number, RowValue[]>>();
  private readonly lists = new Map<string, ReturnType<typeof listsIn>>();
  private readonly found = new Map<string, Evidence | null>();

  /** The payload in lower case; empty when it has expired or the answer's reading is spent. */
  private text(call: EvidenceCall): string {
    const known = this.lowered.get(call.id);
    if (known !== undefined) return known;
    const text = this.left <= 0 ? '' : (call.payload() ?? '').slice(0, PER_CALL).toLowerCase();
    this.left -= text.length;
    this.lowered.set(call.id, text);
    return text;
  }

  /** Whether the whole payload was there to be read. */
  readable(call: EvidenceCall): boolean {
    const text = call.payload();
    return text !== null && text.length <= PER_CALL && this.text(call).length === text.length;
  }

  /** Where a term stands as a word of the payload, or null. */
  find(call: EvidenceCall, term: string): Evidence | null {
    const key = `${call.id}\n${term}`;
    const known = this.found.get(key);
    if (known !== undefined) return known;
    const text = this.left <= 0 ? '' : this.text(call);
    this.left -= text.length;
    const at = wordAt(text, term.toLowerCase());
    const evidence = at < 0 ? null : { path: `result@${at}`, value: term };
    this.found.set(key, evidence);
    return evidence;
  }

  /** A list inside the payload that has so many elements, under a key that one of the nouns (in normal form) names; else null. */
  listOf(call: EvidenceCall, value: number, nouns: readonly string[]): Evidence | null {
    let lists = this.lists.get(call.id);
    if (lists === undefined) {
      const text = this.left <= 0 ? '' : (call.payload() ?? '').slice(0, PER_CALL);
      this.left -= text.length;
      lists = listsIn(text);
      this.lists.set(call.id, lists);
    }
    const found = lists.find(({ key, size }) => size === value && keyIs(key, nouns));
    return found === undefined ? null : { path: found.at === null ? 'result' : `result@${found.at}`, value };
  }

  /** What the counts of a grouped result add up to; null where it holds none. */
  sumOfCounts(call: EvidenceCall): number | null {
    const found = [
      ...this.text(call).matchAll(/\\?"(?:n|c|cnt|num|count|doc_count|total|count\(\*\))\\?"\s*:\s*\\?"?(\d+)/g),
    ];
    return found.length < 2 ? null : found.reduce((sum, match) => sum + Number(match[1]), 0);
  }

  /** Where a number stands in plain text within a few words of one of these; null when it does not. */
  beside(call: EvidenceCall, value: number, words: readonly string[]): Evidence | null {
    const text = this.left <= 0 ? '' : this.text(call);
    this.left -= text.length;
    const digits = String(value);
    for (let at = text.indexOf(digits); at >= 0; at = text.indexOf(digits, at + digits.length)) {
      if (/[\d.:-]/.test(text[at - 1] ?? ' ') || /[\d:-]/.test(text[at + digits.length] ?? ' ')) continue;
      const near = text.slice(Math.max(0, at - BESIDE), at + digits.length + BESIDE);
      if (words.some((word) => word.length > 2 && near.includes(word))) return { path: `result@${at}`, value };
    }
    return null;
  }

  /** Numbers of this value that stand under a key in the payload. */
  values(call: EvidenceCall, value: number): readonly RowValue[] {
    let map = this.numbers.get(call.id);
    if (map === undefined) {
      map = numbersIn(this.text(call));
      this.numbers.set(call.id, map);
    }
    return map.get(value) ?? [];
  }
}

function wordAt(text: string, term: string): number {
  if (term.length < 2) return -1;
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + term.length] ?? ' ';
    if (!/[\p{L}\p{N}_]/u.test(before) && !/[\p{L}\p{N}_]/u.test(after)) return at;
  }
  return -1;
}

function numbersIn(text: string): Map<number, RowValue[]> {
  const out = new Map<number, RowValue[]>();
  let left = VALUES;
  for (const match of text.matchAll(/\\?"([\w$ .-]{1,60})\\?"\s*:\s*(?:\\?")?(-?\d[\d,]*(?:\.\d+)?)(?![\w:-])/g)) {
    if (left-- <= 0) break;
    const value = Number((match[2] ?? '').replace(/,/g, ''));
    const list = out.get(value) ?? [];
    if (list.length < 8)
      list.push({
        key: match[1] ?? '',
        value,
        at: { path: `result@${match.index}`, value },
        near: text.slice(Math.max(0, match.index - 120), match.index + 160),
      });
    out.set(value, list);
  }
  return out;
}
