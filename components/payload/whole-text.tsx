'use client';

import { useEffect, useId } from 'react';
import { count } from '@/lib/format';
import type { TextWindow } from '@/lib/payload/find';
import { pieces } from '@/lib/payload/visible';
import classes from './payload.module.css';
import type { Mark } from './types';
import { useWindow } from './use-window';
import { Visible } from './visible';

const SIZE = 16_000;

interface WholeTextProps {
  api: string;
  length: number;
  /** Where to begin, and what to point out there. */
  from: number;
  hit: { at: number; length: number } | null;
  marks: readonly Mark[];
}

/** The text exactly as it was stored, sixteen thousand characters at a time. */
export function WholeText({ api, length, from, hit, marks }: WholeTextProps) {
  const { data, slow, trouble, ask } = useWindow<TextWindow>();
  const id = useId();
  const show = (at: number) => void ask(`${api}&from=${Math.max(0, at)}&size=${SIZE}`);
  useEffect(() => {
    void ask(`${api}&from=${from}&size=${SIZE}`);
  }, [api, from, ask]);
  const points = data ? pointsIn(data, hit, marks) : [];
  return (
    <div>
      <div className={classes.fold}>
        {data ? (
          <span>
            Characters {count(Math.min(data.from + 1, data.total))}–{count(data.to)} of {count(data.total)}
          </span>
        ) : null}
        {data && data.from > 0 ? (
          <button type="button" onClick={() => show(data.from - SIZE)}>
            Earlier
          </button>
        ) : null}
        {data && data.to < data.total ? (
          <button type="button" onClick={() => show(data.to)}>
            Later
          </button>
        ) : null}
        {length > SIZE ? (
          <form
            className={classes.goTo}
            onSubmit={(event) => {
              event.preventDefault();
              const n = Number(new FormData(event.currentTarget).get('n'));
              if (n >= 1) show(n - 1);
            }}
          >
            <label htmlFor={id}>go to character</label>
            <input id={id} name="n" type="number" min={1} max={length} inputMode="numeric" />
          </form>
        ) : null}
        {slow ? <span role="status">Reading the payload…</span> : null}
        {trouble ? (
          <span role="alert">
            Not read: {trouble}.{' '}
            <button type="button" onClick={() => show(from)}>
              Try again
            </button>
          </span>
        ) : null}
      </div>
      {data ? (
        <div className={classes.whole}>
          {points.map((point) => (
            <Piece key={`${point.at} ${point.as}`} point={point} />
          ))}
        </div>
      ) : (
        <p className={classes.waiting}>{trouble ? '' : 'Reading the payload…'}</p>
      )}
    </div>
  );
}

interface Point {
  at: number;
  text: string;
  as: 'text' | 'hit' | 'mark';
  mark?: Mark;
}

function Piece({ point }: { point: Point }) {
  if (point.as === 'hit')
    return (
      <mark className={classes.hit} ref={(element) => element?.scrollIntoView({ block: 'center' })}>
        <Visible text={point.text} />
      </mark>
    );
  if (point.mark)
    return (
      <span className={classes.tag} data-tone={point.mark.tone} title={point.mark.title}>
        {point.mark.label}
      </span>
    );
  return pieces(point.text).length > 0 ? <Visible text={point.text} /> : null;
}

/** Cuts the window at the hit and at every mark inside it. */
function pointsIn(data: TextWindow, hit: WholeTextProps['hit'], marks: readonly Mark[]): Point[] {
  const inside = marks.filter((mark) => mark.at !== null && mark.at >= data.from && mark.at <= data.to);
  const stops = [
    ...inside.map((mark) => ({ at: mark.at ?? 0, length: 0, mark })),
    ...(hit && hit.at >= data.from && hit.at < data.to ? [{ ...hit, mark: undefined }] : []),
  ].sort((a, b) => a.at - b.at);
  const points: Point[] = [];
  let at = data.from;
  for (const stop of stops) {
    if (stop.at < at) continue;
    points.push({ at, text: data.text.slice(at - data.from, stop.at - data.from), as: 'text' });
    const end = Math.min(stop.at + stop.length, data.to);
    if (stop.mark) points.push({ at: stop.at, text: '', as: 'mark', mark: stop.mark });
    else points.push({ at: stop.at, text: data.text.slice(stop.at - data.from, end - data.from), as: 'hit' });
    at = end;
  }
  points.push({ at, text: data.text.slice(at - data.from), as: 'text' });
  return points;
}
