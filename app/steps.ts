import type { DeployMark, KindsBucket } from '@/components/charts/kinds-over-time';
import type { DeployEvent } from '@/db/questions/frame';
import type { KindsAt } from '@/db/questions/kinds';
import { type Here, linkWith } from '@/lib/address';
import {
  type Buckets,
  bucketAt,
  bucketEnd,
  bucketsOf,
  bucketText,
  DAY,
  dayStart,
  plural,
  timeText,
} from '@/lib/format';

/** How a view is cut into steps of time, and which grain of the rollups can answer it exactly. */
export interface Steps {
  buckets: Buckets;
  grain: 'hour' | 'day';
  zone: string;
}

/** UTC days are used where they are the viewer's days, and beyond three months, where an edge of hours is not seen. */
export function stepsOf(view: { from: number; to: number }, zone: string): Steps {
  const buckets = bucketsOf(view.from, view.to, zone);
  const aligned = [view.from, view.to].every((ms) => ms % DAY === 0 && dayStart(ms, zone) === ms);
  return { buckets, grain: buckets.unit === 'week' || (buckets.unit === 'day' && aligned) ? 'day' : 'hour', zone };
}

/** Buckets of a chart from rollup rows, empty ones included. Choosing one narrows `here` to it. */
export function kindsBuckets(kinds: readonly KindsAt[], steps: Steps, here: Here): KindsBucket[] {
  const { buckets, zone } = steps;
  const out = buckets.starts.map((start, i): KindsBucket => {
    const from = Math.max(start, here.view.from);
    const to = Math.min(bucketEnd(buckets, i), here.view.to);
    const href = linkWith(here, { from, to: Math.max(to, from + 1) });
    return { label: bucketText(buckets, i, zone), calls: 0, flagged: 0, silent: 0, stale: 0, recovered: 0, href };
  });
  for (const row of kinds) {
    const bucket = out[Math.max(0, bucketAt(buckets, row.start))];
    if (!bucket) continue;
    bucket.calls += row.calls;
    bucket.flagged += row.flagged;
    bucket.silent += row.silent;
    bucket.stale += row.stale;
    bucket.recovered += row.recovered;
  }
  return out;
}

/** Capped calls per step, by tool. */
export function trends(kinds: readonly KindsAt[], { buckets }: Steps): Map<string, number[]> {
  const byTool = new Map<string, number[]>();
  for (const row of kinds) {
    let trend = byTool.get(row.tool);
    if (!trend) {
      trend = buckets.starts.map(() => 0);
      byTool.set(row.tool, trend);
    }
    const at = Math.max(0, bucketAt(buckets, row.start));
    trend[at] = (trend[at] ?? 0) + row.flagged + row.silent + row.stale;
  }
  return byTool;
}

/** Deploys of a range as marks on its chart. */
export function deployMarks(deploys: readonly DeployEvent[], { buckets, zone }: Steps): DeployMark[] {
  return deploys.flatMap((d) => {
    const at = bucketAt(buckets, d.at);
    if (at < 0 || d.at >= buckets.end) return [];
    return [
      {
        at: bucketText(buckets, at, zone),
        says: `${d.version} of ${d.tools.length > 3 ? plural(d.tools.length, 'tool') : d.tools.join(', ')}, ${timeText(d.at, zone)}`,
      },
    ];
  });
}
