import type { Evidence, Reading } from '@/lib/contract/types';
import { within } from '@/lib/payload/path';
import type { Finding } from '@/lib/verdict/types';
import type { Mark } from '../payload/types';

const AT = /^(.*)@(line )?(\d+)$/;

/** One declared fact of a reading, with the word that the product has for it. */
export interface Said {
  label: string;
  value: string;
  at: Evidence;
  title: string;
}

/** Everything that a payload declares about itself, in the order in which one asks for it. */
export function saidIn(reading: Reading): Said[] {
  const said: Said[] = [];
  const add = (label: string, fact: { value: unknown; at: Evidence } | null, title: string) => {
    if (fact) said.push({ label, value: fact.value === null ? 'none' : String(fact.value), at: fact.at, title });
  };
  add(
    'matched',
    reading.matched,
    `how many matched${reading.matched ? ` (${RELATION[reading.matched.relation]})` : ''}`,
  );
  add('returned', reading.returned, 'how many rows the result says that it holds');
  add(
    'more',
    reading.more,
    reading.more?.strength === 'maybe' ? 'raised whenever rows = limit' : 'whether there is more',
  );
  add('cursor', reading.cursor, 'where the next page begins');
  add('limit', reading.limit?.source === 'echo' ? reading.limit : null, 'the limit that the result echoes');
  add('offset', reading.offset, 'where this page begins');
  add('order', reading.order, 'which rows come first');
  add('filters', reading.filters, 'how to narrow the match');
  add('withheld', reading.withheld, 'rows that the caller may not see');
  add('scanned', reading.scanned, 'rows looked at before a filter ran');
  add('census', reading.census, 'a count of the whole set');
  for (const at of reading.markers)
    said.push({ label: 'marker', value: String(at.value), at, title: 'says that it was cut' });
  for (const at of reading.partial)
    said.push({ label: 'partial', value: String(at.value), at, title: 'a part is missing' });
  return said;
}

export const RELATION = {
  exact: 'exact',
  lower_bound: 'a lower bound',
  estimate: 'an estimate',
  page: 'the size of the page, not of the set',
  unknown: 'what it counts is not known',
} as const;

/** Marks for the payload viewer: declared fields where they stand, contradicted ones so, and the cut. */
export function marksOf(reading: Reading, findings: readonly Finding[], stale: boolean): Mark[] {
  const contradicted = new Set(stale ? (findings[0]?.evidence ?? []).map((evidence) => evidence.path) : []);
  const marks = saidIn(reading).map(({ label, at, title }): Mark => {
    const place = placeOf(at.path);
    const tone = contradicted.has(at.path) ? 'contradicted' : 'declared';
    return { ...place, label: tone === 'contradicted' ? `${label}, contradicted` : label, title, tone };
  });
  if (reading.cut && reading.cut.how !== 'json')
    marks.push({
      ...placeOf(reading.cut.evidence.path),
      at: reading.cut.at,
      label: 'cut',
      title:
        reading.cut.how === 'line'
          ? 'The text stops here, at the end of a line'
          : 'The text stops here, in the middle of a value',
      tone: 'cut',
    });
  return marks;
}

/** A position, in characters or lines, counts from the beginning of the text that its path names. */
function placeOf(path: string): { path: string; at: number | null; line: number | null } {
  const position = AT.exec(path);
  if (!position) return { path, at: null, line: null };
  const n = Number(position[3]);
  return position[2]
    ? { path: position[1] ?? path, at: null, line: n }
    : { path: position[1] ?? path, at: n, line: null };
}

/** Marks of one view, with lines turned into characters of its text; what stands inside a string stays at its path. */
export function marksIn(marks: readonly Mark[], view: string, text: string): Mark[] {
  return marks
    .filter((mark) => within(mark.path, view))
    .map((mark) => (mark.line !== null && mark.path === view ? { ...mark, at: lineStart(text, mark.line) } : mark));
}

/** Where line `n` (from 1) begins; the end of the text when it has fewer. */
function lineStart(text: string, n: number): number {
  let at = 0;
  for (let line = 1; line < n; line++) {
    const feed = text.indexOf('\n', at);
    if (feed < 0) return text.length;
    at = feed + 1;
  }
  return at;
}

/** Fragment of the line that holds a path in the viewer of its view; null where no line can. */
export function lineAnchor(path: string): string | null {
  const place = placeOf(path);
  return /^(?:result|sent)(?:[.[]|$)/.test(place.path) ? `#at-${encodeURIComponent(place.path)}` : null;
}
