'use client';

import { useRouter } from 'next/navigation';
import { useId } from 'react';
import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { compact, count, share } from '@/lib/format';
import classes from './charts.module.css';
import { AXIS, GRID, KindPatterns, Tip } from './parts';

export interface KindsBucket {
  /** Words for the step: `13 Mar`. */
  label: string;
  calls: number;
  flagged: number;
  silent: number;
  stale: number;
  recovered: number;
  /** The view narrowed to this step. */
  href: string;
}

export interface DeployMark {
  /** Label of the bucket in which the deploy fell. */
  at: string;
  /** `deploy 4471 of list_incidents, 13 Mar 2026, 09:00`. */
  says: string;
}

interface KindsOverTimeProps {
  buckets: KindsBucket[];
  deploys: DeployMark[];
  /** Text equivalent in one sentence. */
  words: string;
  height?: number;
}

const FILLS = ['stale', 'silent', 'flagged'] as const;

/** Capped calls by kind, stacked, per step of time; deploys as lines. A step opens the view narrowed to it. */
export default function KindsOverTime({ buckets, deploys, words, height = 230 }: KindsOverTimeProps) {
  const router = useRouter();
  const id = useId().replaceAll(':', '');
  const open = (index: number | string | null | undefined) => {
    const href = buckets[Number(index ?? -1)]?.href;
    if (href) router.push(href, { scroll: false });
  };
  return (
    <div className={classes.chart} role="img" aria-label={words} style={{ height, cursor: 'pointer' }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={buckets}
          margin={{ top: 18, right: 4, bottom: 0, left: 0 }}
          barCategoryGap="14%"
          accessibilityLayer={false}
          onClick={(state) => open(state.activeTooltipIndex)}
        >
          <KindPatterns id={id} />
          <CartesianGrid {...GRID} />
          <XAxis dataKey="label" {...AXIS} minTickGap={28} />
          <YAxis {...AXIS} axisLine={false} width={40} tickFormatter={compact} allowDecimals={false} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--cw-raised)' }}
            content={({ active, payload }) => {
              const b = payload?.[0]?.payload as KindsBucket | undefined;
              if (!active || !b) return null;
              const capped = b.flagged + b.silent + b.stale;
              const marks = deploys.filter((d) => d.at === b.label);
              return (
                <Tip
                  head={b.label}
                  pairs={[
                    [
                      'capped',
                      `${count(capped)} of ${count(b.calls)} · ${b.calls ? share(capped / b.calls) : 'unknown'}`,
                    ],
                    ...FILLS.map((k): [string, string] => [k, count(b[k])]),
                    ['recovered', count(b.recovered)],
                  ]}
                  foot={marks.map((m) => m.says).join(' · ') || undefined}
                />
              );
            }}
          />
          {FILLS.map((kind) => (
            <Bar key={kind} dataKey={kind} stackId="kinds" fill={`url(#${id}-${kind})`} isAnimationActive={false} />
          ))}
          {[...new Set(deploys.map((d) => d.at))].map((at) => (
            <ReferenceLine
              key={at}
              x={at}
              stroke="var(--cw-text)"
              strokeDasharray="3 3"
              label={{ value: '▼', position: 'top', fontSize: 11 }}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
