/** The simulator's only source of chance: seeded, so that one seed is one month, byte for byte. */

/** Mixes 32 bits well enough that neighbouring inputs give unrelated outputs. */
export function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** sfc32 (Doty-Humphrey's small fast counting generator), seeded from a number and a label. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(
    private readonly seed: number,
    label = '',
  ) {
    this.a = mix(seed);
    this.b = hashText(label);
    this.c = mix(seed ^ this.b ^ 0x9e3779b9);
    for (let i = 0; i < 12; i += 1) this.next();
  }

  /** A stream of its own: what one part draws never shifts what another part draws. */
  fork(label: string): Random {
    return new Random(this.seed, label);
  }

  /** Uniform in [0, 1). */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  }

  /** Whole number in [0, below). */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  between(low: number, high: number): number {
    return low + this.int(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.int(list.length)];
    if (item === undefined) throw new RangeError('pick from an empty list');
    return item;
  }

  normal(): number {
    return normalQuantile(Math.min(1 - 1e-9, Math.max(1e-9, this.next())));
  }

  shuffle<T>(list: T[]): T[] {
    for (let i = list.length - 1; i > 0; i -= 1) {
      const j = this.int(i + 1);
      const held = list[i] as T;
      list[i] = list[j] as T;
      list[j] = held;
    }
    return list;
  }
}

/** Midpoints of `n` equal strata of (0, 1): a systematic sample, so that shares and medians of a quantile function hold. */
export function* strata(n: number): Generator<number> {
  for (let k = 0; k < n; k += 1) yield (k + 0.5) / n;
}

/** Splits `total` by weight into whole numbers that add up (largest remainder). */
export function quotas(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((left, right) => left + right, 0);
  const exact = weights.map((weight) => (total * weight) / sum);
  const whole = exact.map(Math.floor);
  const rest = total - whole.reduce((left, right) => left + right, 0);
  const order = exact.map((value, index) => ({ index, part: value - Math.floor(value) }));
  order.sort((left, right) => right.part - left.part || left.index - right.index);
  for (const { index } of order.slice(0, rest)) whole[index] = (whole[index] ?? 0) + 1;
  return whole;
}

/** Inverse of the standard normal distribution (Acklam's rational approximation, relative error below 1.2e-9). */
export function normalQuantile(p: number): number {
  if (p < 0.02425) return tail(Math.sqrt(-2 * Math.log(p)));
  if (p > 1 - 0.02425) return -tail(Math.sqrt(-2 * Math.log(1 - p)));
  const q = p - 0.5;
  const r = q * q;
  const top =
    ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
    2.506628277459239;
  const bottom =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
    1;
  return (q * top) / bottom;
}

function tail(q: number): number {
  const top =
    ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q +
      4.374664141464968) *
      q +
    2.938163982698783;
  const bottom =
    (((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1;
  return top / bottom;
}
