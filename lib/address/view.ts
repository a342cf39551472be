import { z } from 'zod';
import { instantOf } from '../format/time';
import { VERDICTS, type Verdict } from '../verdict/types';

/** Everything that the address says about a view. Assignable to `Filter`, so questions take it as it is. */
export interface View {
  /** Epoch milliseconds UTC; `from` inclusive, `to` exclusive. */
  from: number;
  to: number;
  /** The address itself names the times; false is the standing view of the last 30 days that hold data. */
  pinned: boolean;
  tools: string[];
  accounts: string[];
  segments: string[];
  verdicts: Verdict[];
  caps: 'imposed' | 'asked' | 'both';
  /** The data set named in the address, else null: own data when there is any, else the sample. */
  data: 'own' | 'sample' | null;
  /** Search text. */
  q: string;
  /** Rows present, inclusive ends, and unseen rows: chosen bars of a histogram. */
  rows: [number, number] | null;
  unseen: [number, number] | null;
  sort: string | null;
  dir: 'asc' | 'desc';
  cursor: string | null;
  cols: string[] | null;
  /** What the address asks for that does not exist, in sentences; those parts were left out. */
  problems: string[];
}

export type RawParams = Record<string, string | string[] | undefined>;

/** The first and last instant that the store knows of, for the view that opens when the address names no time. */
export interface Span {
  from: number;
  to: number;
  /** The last 30 days that hold data, where that is known better than by counting back. */
  recent?: { from: number; to: number } | null;
}

const text = z.string().max(2_000);
const capsOf = z.enum(['imposed', 'asked', 'both']);
const dataOf = z.enum(['own', 'sample']);
const verdictOf = z.enum(VERDICTS);
const rangeOf = z
  .string()
  .regex(/^\d{1,15}(-\d{1,15})?$/)
  .transform((s): [number, number] => {
    const [low, high] = s.split('-').map(Number);
    return [low ?? 0, high ?? low ?? 0];
  })
  .refine(([low, high]) => low <= high);

const DAY = 86_400_000;

/**
 * Reads an address. Never throws: a value that cannot be understood is left out and named in `problems`.
 * `span` is what the store holds; `zone` is how times without an offset are read.
 */
export function parseView(params: RawParams, span: Span, zone = 'UTC'): View {
  const problems: string[] = [];
  const all = (key: string) => [params[key] ?? []].flat().filter((v) => v !== '');
  const list = (key: string) => [...new Set(all(key).filter((v) => text.safeParse(v).success))].slice(0, 100);
  const one = <T>(key: string, schema: z.ZodType<T>, expected: string): T | null => {
    const given = all(key)[0];
    if (given === undefined) return null;
    const parsed = schema.safeParse(given);
    if (parsed.success) return parsed.data;
    problems.push(`“${key}=${clip(given)}” was left out: ${expected}.`);
    return null;
  };
  const time = (key: string): number | null => {
    const given = all(key)[0];
    if (given === undefined) return null;
    const ms = readTime(given, zone);
    if (ms === null) problems.push(`“${key}=${clip(given)}” was left out: write a time like 2026-03-13T17:20Z.`);
    return ms;
  };

  const opening = openingRange(span);
  const givenFrom = time('from');
  const givenTo = time('to');
  let from = givenFrom ?? (givenTo === null ? opening.from : Math.min(span.from, givenTo - DAY));
  let to = givenTo ?? (givenFrom === null ? opening.to : Math.max(span.to, givenFrom + DAY));
  let pinned = givenFrom !== null || givenTo !== null;
  if (all('said')[0] === 'sample-busy') {
    problems.push('The sample month is still being loaded. Remove it when that is done.');
  }
  if (from >= to) {
    problems.push('The start of the time range is not before its end; the whole of the last 30 days is shown.');
    ({ from, to } = opening);
    pinned = false;
  }

  const verdicts: Verdict[] = [];
  for (const given of list('verdict')) {
    const parsed = verdictOf.safeParse(given);
    if (parsed.success) verdicts.push(parsed.data);
    else problems.push(`“verdict=${clip(given)}” was left out: verdicts are ${VERDICTS.join(', ')}.`);
  }

  return {
    from,
    to,
    pinned,
    tools: list('tool'),
    accounts: [params.account ?? []].flat().slice(0, 100),
    segments: list('segment'),
    verdicts,
    caps: one('caps', capsOf, 'it is imposed, asked or both') ?? 'imposed',
    data: one('data', dataOf, 'it is own or sample'),
    q: one('q', text, 'it is longer than 2,000 characters')?.trim() ?? '',
    rows: one('rows', rangeOf, 'write a number or two, like 25 or 20-29'),
    unseen: one('unseen', rangeOf, 'write a number or two, like 71 or 50-99'),
    sort: one('sort', z.string().regex(/^[a-z0-9_]{1,40}$/i), 'it is the name of a column'),
    dir: one('dir', z.enum(['asc', 'desc']), 'it is asc or desc') ?? 'desc',
    cursor: one('cursor', z.string().max(500), 'it is a cursor of this list'),
    cols: all('cols')[0]?.split(',').filter(Boolean).slice(0, 40) ?? null,
    problems,
  };
}

/** What a screen opens on: the last 30 days that hold data, or all of it where that is a month or less (March has 31 days). */
export function openingRange(span: Span): { from: number; to: number } {
  const to = (Math.floor(span.to / DAY) + 1) * DAY;
  const first = Math.floor(span.from / DAY) * DAY;
  if (to - first <= 31 * DAY) return { from: first, to };
  return span.recent ? { from: span.recent.from, to: span.recent.to } : { from: to - 30 * DAY, to };
}

function readTime(given: string, zone: string): number | null {
  const m = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(given);
  if (!m) return null;
  const [year, month, day, hour, minute] = [1, 2, 3, 4, 5].map((i) => Number(m[i] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || year < 1970) return null;
  const ms = m[7] ? Date.parse(given) : instantOf({ year, month, day, hour, minute, second: Number(m[6] ?? 0) }, zone);
  return Number.isFinite(ms) ? ms : null;
}

function clip(s: string): string {
  return s.length > 40 ? `${s.slice(0, 40)}…` : s;
}
