'use client';

import { useId } from 'react';
import { count, plural } from '@/lib/format';
import type { RowsLine } from '@/lib/payload/outline';
import { ROWS_SHOWN, type RowWindow } from '@/lib/payload/rows';
import { MarkTags } from './mark-tags';
import classes from './payload.module.css';
import { Row } from './row';
import type { Mark } from './types';
import { useWindow } from './use-window';

interface RowsBlockProps {
  line: RowsLine;
  /** What a row is called. */
  unit: string;
  marks: Mark[];
  /** Address of the payload's parts; parameters are added to it. */
  api: string;
}

/** The rows of a list: first and last in view, those between folded and read from the server a hundred at a time. */
export function RowsBlock({ line, unit, marks, api }: RowsBlockProps) {
  const { data, slow, trouble, ask, drop } = useWindow<RowWindow>();
  const json = line.of === 'elements';
  const many = json ? unit : 'line';
  const between = line.count - line.head.length - line.tail.length;
  const first = line.head.length;
  const stop = line.count - line.tail.length;
  const path = `${api}&rows=${encodeURIComponent(line.path)}`;
  const address = (index: number, from: number) => `${path}&row=${index}&from=${from}`;
  const show = (from: number) => {
    const start = Math.max(first, Math.min(from, stop - 1));
    void ask(`${path}&from=${start}&count=${Math.min(ROWS_SHOWN, stop - start)}`);
  };
  const last = data ? (data.rows.at(-1)?.index ?? data.from) + 1 : 0;
  return (
    <div className={classes.rows} data-main={line.main || undefined}>
      {line.head.map((row) => (
        <Row key={row.index} row={row} json={json} open={line.main && row.index === 0} address={address} />
      ))}
      {between > 0 && !data ? (
        <div className={classes.fold}>
          <span>{plural(between, many)} folded</span>
          <button type="button" onClick={() => show(first)}>
            Show {between <= ROWS_SHOWN ? 'them' : `the first ${ROWS_SHOWN}`}
          </button>
          {between > ROWS_SHOWN ? <GoTo most={line.count} noun={many} onGo={(n) => show(n - 1)} /> : null}
          <State slow={slow} trouble={trouble} />
        </div>
      ) : null}
      {data ? (
        <>
          <div className={classes.fold}>
            <span>
              {many} {count(data.from + 1)}–{count(last)} of {count(data.matched)}
            </span>
            {data.from > first ? (
              <button type="button" onClick={() => show(data.from - ROWS_SHOWN)}>
                Earlier
              </button>
            ) : null}
            {last < stop ? (
              <button type="button" onClick={() => show(last)}>
                Later
              </button>
            ) : null}
            {between > ROWS_SHOWN ? <GoTo most={line.count} noun={many} onGo={(n) => show(n - 1)} /> : null}
            <button type="button" onClick={drop}>
              Fold
            </button>
            <State slow={slow} trouble={trouble} />
          </div>
          {data.rows.map((row) => (
            <Row key={row.index} row={row} json={json} open={false} address={address} />
          ))}
          {last < stop ? (
            <div className={classes.fold}>
              <span>{plural(stop - last, many)} more before the end</span>
              <button type="button" onClick={() => show(last)}>
                Later
              </button>
            </div>
          ) : null}
        </>
      ) : null}
      {line.tail.map((row) => (
        <Row key={row.index} row={row} json={json} open={line.main} address={address} />
      ))}
      <MarkTags marks={marks} />
    </div>
  );
}

function State({ slow, trouble }: { slow: boolean; trouble: string | null }) {
  if (trouble) return <span role="alert">Not read: {trouble}. Try again.</span>;
  return slow ? <span role="status">Reading the payload…</span> : null;
}

function GoTo({ most, noun, onGo }: { most: number; noun: string; onGo: (n: number) => void }) {
  const id = useId();
  return (
    <form
      className={classes.goTo}
      onSubmit={(event) => {
        event.preventDefault();
        const n = Number(new FormData(event.currentTarget).get('n'));
        if (n >= 1) onGo(Math.min(n, most));
      }}
    >
      <label htmlFor={id}>go to {noun}</label>
      <input id={id} name="n" type="number" min={1} max={most} inputMode="numeric" />
    </form>
  );
}
