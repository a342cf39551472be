import { DAY, dayStart, dayText, HOUR, hourText, nextDay } from './time';

/** Steps of time for a chart, in the viewer's zone: `starts[i]` up to the next start, the last one up to `end`. */
export interface Buckets {
  unit: 'hour' | 'day' | 'week';
  starts: number[];
  end: number;
}

/** Hours up to two days, days up to three months, else weeks of seven days; the first and last may be cut by the range. */
export function bucketsOf(from: number, to: number, zone: string): Buckets {
  const unit = to - from <= 2 * DAY ? 'hour' : to - from <= 93 * DAY ? 'day' : 'week';
  const starts: number[] = [];
  if (unit === 'hour') {
    for (let at = Math.floor(from / HOUR) * HOUR; at < to; at += HOUR) starts.push(at);
  } else {
    let at = dayStart(from, zone);
    while (at < to) {
      starts.push(at);
      for (let days = unit === 'day' ? 1 : 7; days > 0; days--) at = nextDay(at, zone);
    }
  }
  return { unit, starts, end: to };
}

/** Index of the bucket that holds `ms`; -1 before the first. */
export function bucketAt(buckets: Buckets, ms: number): number {
  let low = 0;
  let high = buckets.starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((buckets.starts[middle] ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** End of a bucket, not included. */
export function bucketEnd(buckets: Buckets, index: number): number {
  return buckets.starts[index + 1] ?? buckets.end;
}

/** `13 Mar` or `13 Mar 17:00`. */
export function bucketText(buckets: Buckets, index: number, zone: string): string {
  const start = buckets.starts[index] ?? buckets.end;
  const day = dayText(start, zone, false);
  return buckets.unit === 'hour' ? `${day} ${hourText(start, zone)}` : day;
}
