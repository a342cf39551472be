/** One column of a chart: whole numbers from `from` to `to`, both counted in. */
export interface Bin {
  from: number;
  to: number;
  calls: number;
}

/** A whole number and how many calls have it. */
export interface Tally {
  value: number;
  calls: number;
}

const NICE = [1, 2, 5];

/** Columns of equal width, at most `most` of them, with widths 1, 2, 5, 10, … so that edges are round; gaps stay as zero columns. */
export function linearBins(tallies: readonly Tally[], most = 40): Bin[] {
  const range = extent(tallies);
  if (range === null) return [];
  let width = 1;
  for (let i = 0; columns(range, width) > most; i++) width = (NICE[i % 3] ?? 1) * 10 ** Math.floor(i / 3);
  const first = Math.floor(range[0] / width) * width;
  const bins = Array.from({ length: columns(range, width) }, (_, i): Bin => {
    const from = first + i * width;
    return { from, to: from + width - 1, calls: 0 };
  });
  for (const { value, calls } of tallies) {
    const bin = bins[Math.floor((value - first) / width)];
    if (bin !== undefined) bin.calls += calls;
  }
  return bins;
}

function columns([low, high]: readonly [number, number], width: number): number {
  return Math.floor(high / width) - Math.floor(low / width) + 1;
}

/** Columns 0, 1, 2–3, 4–7, 8–15, …: for long tails. Gaps stay as zero columns. */
export function doublingBins(tallies: readonly Tally[]): Bin[] {
  const range = extent(tallies);
  if (range === null) return [];
  const first = doubling(range[0]);
  const bins: Bin[] = [];
  for (let i = first; i <= doubling(range[1]); i++) {
    bins.push(i === 0 ? { from: 0, to: 0, calls: 0 } : { from: 2 ** (i - 1), to: 2 ** i - 1, calls: 0 });
  }
  for (const { value, calls } of tallies) {
    const bin = bins[doubling(value) - first];
    if (bin !== undefined) bin.calls += calls;
  }
  return bins;
}

/** 0 → 0, 1 → 1, 2–3 → 2, 4–7 → 3, …; exact up to 2^53, where a logarithm is not. */
function doubling(value: number): number {
  let index = 0;
  for (let edge = 1; edge <= value; edge *= 2) index++;
  return index;
}

function extent(tallies: readonly Tally[]): readonly [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { value } of tallies) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : null;
}
