import type { Bounds, Candidate, CapDecision } from './types';

type Cell = string | number | null;

/** What is told of a candidate in two or three columns: a range never stands in one cell. */
const RANGES: readonly (readonly [name: string, of: (c: Candidate) => Bounds])[] = [
  ['capped', (c) => c.capped],
  ['recovered', (c) => c.recovered],
  ['left', (c) => c.left],
  ['share', (c) => c.share],
  ['removed', (c) => c.removed],
  ['removed_share', (c) => c.removedShare],
  ['total_unseen', (c) => c.totalUnseen],
  ['accounts', (c) => c.accounts],
  ['unnamed_calls', (c) => c.unnamed],
];

const ENDS = ['low', 'high', 'assumed'] as const;

/**
 * The table of candidates for CSV: one row of names and one row a candidate. An empty `_high` is unbounded; `_assumed` is
 * the high end under the assumption that the document names, equal to the others where the number is known.
 */
export function capCells(decision: CapDecision): { columns: string[]; rows: Cell[][] } {
  const segments = [...new Set(decision.candidates.flatMap((c) => Object.keys(c.exposure.bySegment)))].sort();
  const named = (name: string) => ENDS.map((end) => `${name}_${end}`);
  return {
    columns: [
      'tool',
      'cap',
      'today',
      'why',
      'calls',
      'known',
      'of',
      ...RANGES.flatMap(([name]) => named(name)),
      'median_kind',
      'median_value',
      'median_low',
      'median_high',
      'capped_times_median_low',
      'capped_times_median_high',
      ...named('exposure_share'),
      ...segments.flatMap((s) => [...named(`accounts_${s}`), ...named(`exposure_share_${s}`)]),
      'largest_account',
      'largest_revenue',
      'largest_currency',
      'tokens_per_page',
      'tokens_per_page_p95',
      'context_share',
      'resent_tokens',
    ],
    rows: decision.candidates.map((c) => row(decision, c, segments)),
  };
}

function row(decision: CapDecision, c: Candidate, segments: readonly string[]): Cell[] {
  const { kind, value, low, high } = c.median;
  return [
    decision.tool,
    c.cap,
    String(c.today),
    c.why.join(' '),
    decision.calls,
    c.known,
    c.of,
    ...RANGES.flatMap(([, of]) => ends(of(c))),
    kind,
    value,
    low,
    high,
    ...productEnds(c),
    ...ends(c.exposure.share),
    ...segments.flatMap((s) => {
      const part = c.exposure.bySegment[s];
      return [...ends(part?.accounts ?? NONE), ...ends(part === undefined ? noShare(c) : part.share)];
    }),
    c.largest?.id ?? null,
    c.largest?.revenue ?? null,
    c.largest?.currency ?? null,
    c.tokens?.mean ?? null,
    c.tokens?.p95 ?? null,
    c.tokens?.contextShare ?? null,
    c.tokens?.resent ?? null,
  ];
}

const NONE: Bounds = { low: 0, high: 0, assumed: 0 };

/** A segment of which nobody is hit at this cap has no share of the exposure, where there is an exposure at all. */
function noShare(c: Candidate): Bounds | null {
  return c.exposure.share === null ? null : NONE;
}

function ends(bounds: Bounds | null): Cell[] {
  return bounds === null ? [null, null, null] : [bounds.low, bounds.high, bounds.assumed];
}

function productEnds({ cappedTimesMedian: product }: Candidate): Cell[] {
  if (product.kind === 'exact') return [product.value, product.value];
  if (product.kind === 'unknown') return [null, null];
  return [product.low, product.kind === 'interval' ? product.high : null];
}
