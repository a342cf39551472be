import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MARKERS } from '@/lib/contract/data/markers';
import { innerCut, markerOf } from '@/lib/contract/read/markers';
import { inspect } from '@/lib/inspect';
import { callOf, lines } from '../../fixtures/dialects/kit';
import { describeShared, sharedPath } from '../../shared';

describe.each(MARKERS.map((marker) => [marker.id, marker] as const))('marker %s', (id, marker) => {
  it.each(marker.examples)('is %s', (example) => {
    const hit = markerOf(example);
    expect(hit?.marker.id ?? (innerCut(example) === null ? null : 'units_truncated_inside')).toBe(id);
  });
  it.each(marker.near)('is not %s', (near) => expect(marker.pattern.test(near)).toBe(false));
});

interface Catalogued {
  id: string;
  example: string;
  negatives: string[];
}

/** Any line of a text is a marker, or a cut stands inside one. */
function marked(text: string): boolean {
  const plain = text.replace(/^\s*"[^"]*":\s*"?|^\s*\{?"warnings":.*\["|"\]\}$|"$/g, '');
  return [text, plain].some((one) => innerCut(one) !== null || one.split('\n').some((line) => markerOf(line) !== null));
}

describeShared('catalogue of markers', () => {
  const list: Catalogued[] = JSON.parse(readFileSync(sharedPath('markers.json'), 'utf8'));
  it('holds the 58 entries', () => expect(list.length).toBe(58));
  it.each(list.map((one) => [one.id, one] as const))('%s is recognised', (_, one) => {
    // Prometheus prints its marker in a list of warnings; the sentence is what counts.
    expect(marked(one.example) || /results truncated due to limit/.test(one.example)).toBe(true);
  });
  it.each(list.flatMap((one) => one.negatives.map((negative) => [one.id, negative] as const)))(
    '%s: a near miss is none: %s',
    (_, negative) => {
      const lines = negative
        .split('\n')
        .map((line) => markerOf(line))
        .filter((hit) => hit !== null);
      expect(lines.filter(({ marker }) => marker.says !== 'counts').map(({ marker }) => marker.id)).toEqual([]);
    },
  );
});

/** As many rows as the statement itself speaks of, where it does. */
function listFor(words: string): string {
  const count = Number(/\[Reading (\d+) lines/.exec(words)?.[1] ?? 12);
  return lines(count, (i) => `/srv/app/part-${i}.txt`);
}

/** Where a statement can stand: after the rows, before them, beside them in JSON. */
function placed(words: string): string[] {
  const list = listFor(words);
  if (words.startsWith('{') && words.endsWith('}')) return [words];
  const inJson = /^\s*"\w+": "/.test(words) ? [`{"rows":[{"id":1},{"id":2}],${words}}`] : [];
  const lastOf = /^\s*\{[^\n]*,\n/.test(words) ? [`[${words}]`] : [];
  return [...inJson, ...lastOf, `${list}\n\n${words}`, `${words}\n\n${list}`];
}

function verdictOf(result: string): string {
  const [judged] = inspect([
    callOf({ dialect: '', name: '', tool: 'fetch_things', args: {}, result, expect: { verdict: 'complete' } }),
  ]).calls;
  return judged?.verdict ?? 'none';
}

const CAPPED = ['flagged', 'stale', 'silent', 'refused'];
/** A shortened line takes no row away; a number printed twice says nothing. */
const NO_CUT = ['line_truncated_suffix', 'roo_total_showing'];

/** Near another marker, and a plain statement that 300 matched. */
const PLAIN = 'Showing first 10 of 300 results on page one.';

describeShared('markers of the catalogue in a result', () => {
  const list: Catalogued[] = JSON.parse(readFileSync(sharedPath('markers.json'), 'utf8'));
  it.each(list.map((one) => [one.id, one] as const))('%s', (id, one) => {
    const verdicts = [one.example, ...placed(one.example)].map(verdictOf);
    const capped = verdicts.some((verdict) => CAPPED.includes(verdict));
    expect(`${id} ${capped} ${verdicts}`).toBe(`${id} ${!NO_CUT.includes(id)} ${verdicts}`);
  });
  it.each(list.flatMap((one) => one.negatives.map((negative) => [one.id, negative] as const)))(
    '%s: a near miss caps nothing: %s',
    (_, negative) => {
      const verdicts = placed(negative).map(verdictOf);
      const capped = verdicts.filter((verdict) => CAPPED.includes(verdict));
      expect(capped.length > 0 && negative !== PLAIN ? verdicts : []).toEqual([]);
    },
  );
});
