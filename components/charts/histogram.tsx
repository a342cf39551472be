'use client';

import { useRouter } from 'next/navigation';
import { useId } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { compact, count } from '@/lib/format';
import classes from './charts.module.css';
import { AXIS, GRID, KindPatterns, Tip } from './parts';

export interface HistogramBar {
  /** `25` or `20–29`. */
  label: string;
  /** Parts of the bar by name of its series. */
  parts: Record<string, number>;
  href?: string;
}

export interface HistogramSeries {
  key: string;
  word: string;
  /** A kind's fill, or a colour. */
  fill: 'flagged' | 'silent' | 'stale' | string;
}

interface HistogramProps {
  bars: HistogramBar[];
  series: HistogramSeries[];
  /** What a bar's label counts: `rows returned`. */
  unit: string;
  /** Labels of the bars that hold the ends of a median; equal when it is exact. */
  median?: { low: string; high: string; says: string } | null;
  /** Label of the bar at the cap, and its words. */
  cap?: { at: string; says: string } | null;
  words: string;
  height?: number;
}

const KINDS = new Set(['flagged', 'silent', 'stale']);

/** Stacked columns; one that is chosen opens the calls behind it. */
export default function Histogram({ bars, series, unit, median, cap, words, height = 220 }: HistogramProps) {
  const router = useRouter();
  const id = useId().replaceAll(':', '');
  const data = bars.map((b) => ({ ...b.parts, bar: b }));
  const clickable = bars.some((b) => b.href);
  return (
    <div
      className={classes.chart}
      role="img"
      aria-label={words}
      style={{ height, cursor: clickable ? 'pointer' : undefined }}
    >
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={data}
          margin={{ top: 20, right: 8, bottom: 16, left: 0 }}
          barCategoryGap="8%"
          accessibilityLayer={false}
          onClick={(state) => {
            const href = bars[Number(state.activeTooltipIndex ?? -1)]?.href;
            if (href) router.push(href);
          }}
        >
          <KindPatterns id={id} />
          <CartesianGrid {...GRID} />
          <XAxis
            dataKey={(d: { bar: HistogramBar }) => d.bar.label}
            {...AXIS}
            minTickGap={14}
            label={{ value: unit, position: 'insideBottom', offset: -10 }}
          />
          <YAxis {...AXIS} axisLine={false} width={44} tickFormatter={compact} allowDecimals={false} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--cw-raised)' }}
            content={({ active, payload }) => {
              const bar = (payload?.[0]?.payload as { bar: HistogramBar } | undefined)?.bar;
              if (!active || !bar) return null;
              return (
                <Tip
                  head={`${bar.label} ${unit}`}
                  pairs={series.map((s): [string, string] => [s.word, count(bar.parts[s.key] ?? 0)])}
                  foot={bar.href ? 'Choose it to see these calls' : undefined}
                />
              );
            }}
          />
          {median && median.low !== median.high ? (
            <ReferenceArea
              x1={median.low}
              x2={median.high}
              fill="var(--cw-accent)"
              fillOpacity={0.14}
              label={{ value: median.says, position: 'top', fontSize: 11 }}
            />
          ) : null}
          {series.map((s) => (
            <Bar
              key={s.key}
              dataKey={s.key}
              stackId="all"
              fill={KINDS.has(s.fill) ? `url(#${id}-${s.fill})` : s.fill}
              isAnimationActive={false}
            />
          ))}
          {median && median.low === median.high ? (
            <ReferenceLine
              x={median.low}
              stroke="var(--cw-text)"
              strokeWidth={1.5}
              label={{ value: median.says, position: 'top', fontSize: 11 }}
            />
          ) : null}
          {cap ? (
            <ReferenceLine
              x={cap.at}
              stroke="var(--cw-text)"
              strokeDasharray="3 3"
              label={{ value: cap.says, position: 'top', fontSize: 11 }}
            />
          ) : null}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
