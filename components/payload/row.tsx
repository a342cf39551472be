'use client';

import { useState } from 'react';
import { count } from '@/lib/format';
import type { TextWindow } from '@/lib/payload/find';
import type { RowText } from '@/lib/payload/rows';
import classes from './payload.module.css';
import { Source } from './source';
import { useWindow } from './use-window';
import { Visible } from './visible';

const SUMMARY = 180;

interface RowProps {
  row: RowText;
  /** Rows of JSON fold; lines of text do not. */
  json: boolean;
  open: boolean;
  /** Address that gives this row's text from a position on. */
  address: (index: number, from: number) => string;
}

/** One row of a payload: folded to a line, or open and indented. Long rows come in parts. */
export function Row({ row, json, open, address }: RowProps) {
  const [isOpen, setOpen] = useState(open);
  if (!json) {
    return (
      <div className={classes.row}>
        <span className={classes.rowNumber}>{row.index + 1}</span>
        <div className={classes.rowLine}>
          <RowBody row={row} json={false} address={address} />
        </div>
      </div>
    );
  }
  return (
    <details className={classes.row} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={classes.rowNumber}>
          <span className="visually-hidden">row </span>
          {row.index + 1}
        </span>
        <span className={classes.rowLine}>
          {isOpen ? (
            <span className="dim" aria-hidden="true">
              ▾
            </span>
          ) : (
            <>
              <span className="dim" aria-hidden="true">
                ▸{' '}
              </span>
              <Source text={row.text.slice(0, SUMMARY)} flat />
              {row.length > SUMMARY ? <span className="dim"> …</span> : null}
            </>
          )}
        </span>
      </summary>
      {isOpen ? (
        <div className={classes.rowOpen}>
          <RowBody row={row} json address={address} />
        </div>
      ) : null}
    </details>
  );
}

function RowBody({ row, json, address }: Omit<RowProps, 'open'>) {
  const { data, slow, trouble, ask } = useWindow<TextWindow>();
  const shown = data ?? { from: 0, to: row.text.length, total: row.length, text: row.text };
  const whole = shown.from === 0 && shown.to === shown.total;
  return (
    <>
      {json ? <Source text={shown.text} flat={!whole} /> : <Visible text={shown.text} />}
      {row.length > row.text.length ? (
        <span className={classes.part}>
          Characters {count(shown.from + 1)}–{count(shown.to)} of {count(row.length)} of this {json ? 'row' : 'line'}.
          {shown.to < shown.total ? (
            <button type="button" onClick={() => ask(address(row.index, shown.to))}>
              Go on
            </button>
          ) : null}
          {shown.from > 0 ? (
            <button type="button" onClick={() => ask(address(row.index, 0))}>
              From its beginning
            </button>
          ) : null}
          {slow ? <span role="status">Reading…</span> : null}
          {trouble ? <span role="alert">Not read: {trouble}.</span> : null}
        </span>
      ) : null}
    </>
  );
}
