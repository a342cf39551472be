const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const twoDigits = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A count with thousands separated: `41,000`. Halves (a median of two) keep their digit: `71.5`. */
export function count(n: number): string {
  return Number.isInteger(n) ? whole.format(n) : oneDigit.format(n);
}

/** A part of a whole in percent: `12.0 %`. Small parts never round to zero, nor large ones to all. */
export function share(part: number): string {
  const percent = part * 100;
  if (percent > 0 && percent < 0.01) return '< 0.01 %';
  if (percent > 0 && percent < 0.1) return `${twoDigits.format(percent)} %`;
  if (percent < 100 && percent >= 99.95) return '> 99.9 %';
  return `${oneDigit.format(percent)} %`;
}

/** A large number in three figures for axes and tight places: `347.9k`, `1.2M`. */
export function compact(n: number): string {
  const size = Math.abs(n);
  if (size < 10_000) return count(n);
  if (size < 1_000_000) return `${trim(n / 1e3)}k`;
  if (size < 1_000_000_000) return `${trim(n / 1e6)}M`;
  return `${trim(n / 1e9)}bn`;
}

function trim(n: number): string {
  return oneDigit.format(n).replace(/\.0$/, '');
}

/** Revenue with its currency: `USD 1.2M`. Null is unknown, never zero. */
export function money(amount: number | null, currency: string | null): string {
  if (amount === null) return 'unknown';
  return currency ? `${currency} ${compact(amount)}` : compact(amount);
}

/** Milliseconds for people: `240 ms`, `1.2 s`, `3 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${whole.format(ms)} ms`;
  if (ms < 120_000) return `${trim(ms / 1000)} s`;
  return `${whole.format(Math.round(ms / 60_000))} min`;
}

/** Bytes in decimal units: `512 B`, `190 MB`. */
export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  if (n < 1e6) return `${trim(n / 1e3)} kB`;
  if (n < 1e9) return `${trim(n / 1e6)} MB`;
  return `${trim(n / 1e9)} GB`;
}

/** `1 call`, `2 calls`: the noun follows the number; irregular plurals are given. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}
