'use client';

import { useRouter } from 'next/navigation';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { compact, count, knownText, share } from '@/lib/format';
import type { Known } from '@/lib/stats/types';
import classes from './charts.module.css';
import { AXIS, GRID, Tip } from './parts';

export interface CurvePoint {
  cap: number;
  known: Known;
  href: string;
}

interface CapCurveProps {
  points: CurvePoint[];
  /** What the height is: `share of calls capped`. */
  measure: string;
  write: 'share' | 'count';
  /** Heights over several powers of ten are drawn on a log axis. */
  log?: boolean;
  today: number | null;
  chosen: number | null;
  words: string;
  height?: number;
}

/** One figure against the cap, log axis: bounds as a band, an exact figure as a line, today's cap as a mark. */
export default function CapCurve(props: CapCurveProps) {
  const { points, measure, write, log = false, today, chosen, words, height = 200 } = props;
  const router = useRouter();
  const data = points.map((p) => ({ ...p, ...heights(p.known, log ? 1 : 0) }));
  const most = Math.max(...data.map((d) => d.band?.[1] ?? d.line ?? 0), 1e-6);
  const text = write === 'share' ? share : count;
  if (data.every((d) => d.band === null)) {
    return <p className="dim">Nothing to draw: this is not known at any of these caps. The table says what is.</p>;
  }
  return (
    <div className={classes.chart} role="img" aria-label={words} style={{ height, cursor: 'pointer' }}>
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart
          data={data}
          margin={{ top: 20, right: 18, bottom: 16, left: 0 }}
          accessibilityLayer={false}
          onClick={(state) => {
            const href = points[Number(state.activeTooltipIndex ?? -1)]?.href;
            if (href) router.push(href, { scroll: false });
          }}
        >
          <CartesianGrid {...GRID} />
          <XAxis
            dataKey="cap"
            type="number"
            scale="log"
            domain={['dataMin', 'dataMax']}
            ticks={ticksOf(points)}
            {...AXIS}
            tickFormatter={compact}
            label={{ value: 'cap, rows (log)', position: 'insideBottom', offset: -10 }}
          />
          <YAxis
            {...AXIS}
            axisLine={false}
            width={52}
            scale={log ? 'log' : 'linear'}
            domain={log ? [1, most * 1.4] : [0, most * 1.1]}
            allowDataOverflow
            tickFormatter={(n: number) => (write === 'share' ? `${Number((n * 100).toFixed(1))} %` : compact(n))}
          />
          <Tooltip
            isAnimationActive={false}
            content={({ active, payload }) => {
              const point = (payload?.[0]?.payload ?? null) as CurvePoint | null;
              if (!active || !point) return null;
              return (
                <Tip
                  head={`cap ${count(point.cap)}`}
                  pairs={[[measure, knownText(point.known, text)]]}
                  foot="Choose it to see who stays exposed"
                />
              );
            }}
          />
          <Area
            dataKey="band"
            stroke="var(--cw-accent)"
            strokeDasharray="3 3"
            fill="var(--cw-accent)"
            fillOpacity={0.16}
            isAnimationActive={false}
            connectNulls={false}
          />
          <Line
            dataKey="line"
            stroke="var(--cw-seen)"
            strokeWidth={2}
            dot={{ r: 2.5, fill: 'var(--cw-seen)' }}
            isAnimationActive={false}
            connectNulls={false}
          />
          {today === null ? null : (
            <ReferenceLine
              x={today}
              stroke="var(--cw-text)"
              strokeDasharray="3 3"
              label={{ value: `today ${count(today)}`, position: 'top', fontSize: 11 }}
            />
          )}
          {chosen === null || chosen === today ? null : (
            <ReferenceLine
              x={chosen}
              stroke="var(--cw-accent)"
              label={{ value: count(chosen), position: 'top', fontSize: 11 }}
            />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

/** Where a figure stands: an exact one on the line, a range as a band; what is unbounded or unknown is not drawn. */
function heights(known: Known, floor: number): { line: number | null; band: [number, number] | null } {
  const at = (n: number) => Math.max(floor, n);
  if (known.kind === 'exact') return { line: at(known.value), band: [at(known.value), at(known.value)] };
  if (known.kind === 'interval') return { line: null, band: [at(known.low), at(known.high)] };
  return { line: null, band: null };
}

/** The usual round caps inside the range. */
function ticksOf(points: readonly CurvePoint[]): number[] {
  const caps = points.map((p) => p.cap);
  const [low, high] = [Math.min(...caps), Math.max(...caps)];
  const round = [1, 2, 5, 10, 25, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000, 1_000_000];
  return round.filter((n) => n >= low && n <= high);
}
