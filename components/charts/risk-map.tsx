'use client';

import { useRouter } from 'next/navigation';
import {
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  Line,
  ResponsiveContainer,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
  ZAxis,
} from 'recharts';
import { compact, count, knownText, share } from '@/lib/format';
import type { Known } from '@/lib/stats/types';
import classes from './charts.module.css';
import { AXIS, GRID, Tip } from './parts';

export interface RiskBubble {
  tool: string;
  calls: number;
  capped: number;
  median: Known;
  /** 0–1; null where it is unknown. */
  exposure: number | null;
  product: Known;
  href: string;
}

interface RiskMapProps {
  bubbles: RiskBubble[];
  words: string;
  height?: number;
}

interface Placed extends RiskBubble {
  x: number;
  y: number;
  size: number;
  /** Distances to the bounds of the median. */
  range: [number, number];
  known: boolean;
  side: Side;
}

type Side = 'right' | 'left' | 'above' | 'below';

/** Where tools stand whose median is unknown: below the axis of what is known. */
const UNKNOWN = 0.3;
const BOTTOM = 0.12;

/** Each tool a bubble: how often capped, how much unseen, how much revenue hit. Bounds are drawn as ranges. */
export default function RiskMap({ bubbles, words, height = 264 }: RiskMapProps) {
  const router = useRouter();
  const placed = label(bubbles.map(place));
  const top = topOf(placed);
  const step = stepOf(placed);
  const right = rightOf(placed);
  const common = {
    isAnimationActive: false,
    shape: (props: unknown) => <Bubble {...(props as BubbleProps)} />,
    onClick: (point: { payload?: unknown }) => router.push((point.payload as Placed).href),
    style: { cursor: 'pointer' },
  };
  return (
    <div className={classes.chart} role="img" aria-label={words} style={{ height }}>
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart margin={{ top: 8, right: 12, bottom: 16, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid {...GRID} />
          <XAxis
            type="number"
            dataKey="x"
            domain={[0, right]}
            ticks={Array.from({ length: Math.round(right / step) + 1 }, (_, i) => i * step)}
            allowDataOverflow
            {...AXIS}
            tickFormatter={(x: number) => `${Number((x * 100).toFixed(1))} %`}
            label={{ value: 'share of calls capped', position: 'insideBottom', offset: -10 }}
          />
          <YAxis
            type="number"
            dataKey="y"
            scale="log"
            domain={[BOTTOM, top]}
            allowDataOverflow
            ticks={[UNKNOWN, ...decades(top)]}
            {...AXIS}
            axisLine={false}
            width={58}
            tickFormatter={(y: number) => (y < 1 ? 'unknown' : compact(y))}
            label={{ value: 'median unseen', angle: -90, position: 'insideLeft', style: { textAnchor: 'middle' } }}
          />
          <ZAxis dataKey="size" range={[90, 900]} domain={[0, 1]} />
          {[0.1, 1, 10, 100, 1000].map((k) => (
            <Line
              key={k}
              data={equalProduct(k, right, top)}
              dataKey="y"
              stroke="var(--cw-line-strong)"
              strokeDasharray="2 4"
              dot={false}
              activeDot={false}
              isAnimationActive={false}
              tooltipType="none"
            />
          ))}
          <Tooltip
            isAnimationActive={false}
            cursor={false}
            content={({ active, payload }) => {
              const b = payload?.find((p) => (p.payload as Placed).tool !== undefined)?.payload as Placed | undefined;
              return active && b ? <BubbleTip bubble={b} /> : null;
            }}
          />
          <Scatter data={placed.filter((p) => p.range[1] === 0)} {...common} />
          <Scatter data={placed.filter((p) => p.range[1] > 0)} {...common}>
            <ErrorBar dataKey="range" direction="y" width={6} strokeWidth={1.5} stroke="var(--cw-text)" />
          </Scatter>
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

function place(b: RiskBubble): Placed {
  const known = b.median.kind !== 'unknown';
  const low = b.median.kind === 'exact' ? b.median.value : b.median.kind === 'unknown' ? UNKNOWN : b.median.low;
  const y = known ? Math.max(1, low) : UNKNOWN;
  const range: [number, number] = [0, b.median.kind === 'interval' ? b.median.high - y : 0];
  return { ...b, x: b.capped / b.calls, y, size: b.exposure ?? 0, range, known, side: 'right' };
}

/** Distance of the marks on the axis of shares: round percentages, four to seven of them. */
function stepOf(placed: Placed[]): number {
  const most = Math.max(0.02, ...placed.map((p) => p.x)) * 1.15;
  return [0.005, 0.01, 0.02, 0.05, 0.1].find((s) => most / s <= 6) ?? 0.2;
}

/** Room above the highest bubble or bound. */
function topOf(placed: Placed[]): number {
  return Math.max(12, ...placed.map((p) => (p.y + p.range[1]) * 2.5));
}

function rightOf(placed: Placed[]): number {
  const step = stepOf(placed);
  return Math.ceil((Math.max(0.02, ...placed.map((p) => p.x)) * 1.15) / step) * step;
}

/** Puts each name where it covers no other bubble or name, by a rough measure of the plot; larger bubbles first. */
function label(placed: Placed[]): Placed[] {
  const right = rightOf(placed);
  const top = Math.log(topOf(placed));
  const boxes = placed.map((p) => around(at(p), 12, 12));
  return placed.map((p) => {
    const centre = at(p);
    const wide = Math.min(p.tool.length, 22) * 6;
    const options: [Side, Box][] = [
      ['right', { x0: centre.x + 13, x1: centre.x + 15 + wide, y0: centre.y - 6, y1: centre.y + 6 }],
      ['left', { x0: centre.x - 15 - wide, x1: centre.x - 13, y0: centre.y - 6, y1: centre.y + 6 }],
      ['above', around({ x: centre.x, y: centre.y - 22 }, wide / 2, 6)],
      ['below', around({ x: centre.x, y: centre.y + 22 }, wide / 2, 6)],
    ];
    const free = options.find(([, box]) => box.x0 >= 0 && box.x1 <= WIDTH + 14 && !boxes.some((b) => overlap(b, box)));
    const [side, box] = free ?? options[centre.x > WIDTH / 2 ? 1 : 0] ?? ['right', around(centre, 0, 0)];
    boxes.push(box);
    return { ...p, side };
  });

  function at(p: Placed): { x: number; y: number } {
    const low = Math.log(BOTTOM);
    return { x: (p.x / right) * WIDTH, y: HEIGHT * (1 - (Math.log(p.y) - low) / (top - low)) };
  }
}

const WIDTH = 330;
const HEIGHT = 210;

interface Box {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

function around({ x, y }: { x: number; y: number }, w: number, h: number): Box {
  return { x0: x - w, x1: x + w, y0: y - h, y1: y + h };
}

function overlap(a: Box, b: Box): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

/** Points where share × median is `k`: as many unseen rows per call, on both ends of the line. */
function equalProduct(k: number, right: number, top: number): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  for (let i = 1; i <= 60; i++) {
    const x = (right * i) / 60;
    const y = k / x;
    if (y >= 1 && y <= top) points.push({ x, y });
  }
  return points;
}

function decades(top: number): number[] {
  const ticks: number[] = [];
  for (let t = 1; t <= top; t *= 10) ticks.push(t);
  return ticks;
}

interface BubbleProps {
  cx: number;
  cy: number;
  size: number;
  payload: Placed;
}

function Bubble({ cx, cy, size, payload }: BubbleProps) {
  const r = Math.sqrt(size / Math.PI);
  const name = payload.tool.length > 22 ? `${payload.tool.slice(0, 21)}…` : payload.tool;
  const beside = payload.side === 'right' ? r + 4 : payload.side === 'left' ? -r - 4 : 0;
  const below = payload.side === 'above' ? -r - 5 : payload.side === 'below' ? r + 13 : 4;
  return (
    <g>
      <circle
        cx={cx}
        cy={cy}
        r={r}
        fill="var(--cw-seen)"
        fillOpacity={payload.known ? 0.35 : 0}
        stroke="var(--cw-seen)"
        strokeWidth={1.5}
        strokeDasharray={payload.known ? undefined : '3 2'}
      />
      <text
        x={cx + beside}
        y={cy + below}
        textAnchor={payload.side === 'right' ? 'start' : payload.side === 'left' ? 'end' : 'middle'}
        style={{ fill: 'var(--cw-text)' }}
      >
        {name}
      </text>
    </g>
  );
}

function BubbleTip({ bubble: b }: { bubble: Placed }) {
  return (
    <Tip
      head={b.tool}
      pairs={[
        ['capped', `${share(b.x)} · ${count(b.capped)} of ${count(b.calls)}`],
        ['median unseen', knownText(b.median)],
        ['calls left × median', knownText(b.product)],
        ['exposure', b.exposure === null ? 'unknown' : share(b.exposure)],
      ]}
    />
  );
}
