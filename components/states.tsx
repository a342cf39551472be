import { ScrollAreaAutosize } from '@mantine/core';
import type { ReactNode } from 'react';
import { Go } from './link';
import { numbered } from './numbered';
import classes from './states.module.css';

/** One plain sentence made from the evidence, before any table. */
export function Sentence({ children, small = false }: { children: ReactNode; small?: boolean }) {
  return <p className={small ? classes.small : classes.sentence}>{children}</p>;
}

interface StateProps {
  title: string;
  /** What it means and what to do. */
  children: ReactNode;
}

/** Nothing is here yet: says why, and what to do. */
export function EmptyState({ title, children }: StateProps) {
  return (
    <section className={classes.state}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Something went wrong: says what, and what to do. Never a stack trace. */
export function ErrorState({ title, children }: StateProps) {
  return (
    <section className={`${classes.state} ${classes.error}`} role="alert">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface PanelProps {
  title: string;
  /** One line beside the title: unit, scope, "n of N". */
  note?: ReactNode;
  children: ReactNode;
  id?: string;
}

/** A framed part of a page. */
export function Panel({ title, note, children, id }: PanelProps) {
  return (
    <section className={classes.panel} aria-label={title} id={id}>
      <div className={classes.panelHead}>
        <h2>{title}</h2>
        {note ? <span className={classes.note}>{note}</span> : null}
      </div>
      {children}
    </section>
  );
}

interface ChartWithTableProps extends PanelProps {
  /** Columns and rows behind the chart; the first cell of a row is its head. */
  table: { head: string[]; rows: ReactNode[][] };
}

/** A chart, and behind it the table that says the same. `children` is a client chart of components/charts. */
export function ChartWithTable({ table, children, ...panel }: ChartWithTableProps) {
  return (
    <Panel {...panel}>
      {children}
      <details className={classes.behind}>
        <summary>The same as a table</summary>
        <ScrollAreaAutosize
          mah={320}
          type="auto"
          className={classes.behindTable}
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': `${panel.title}, as a table` }}
        >
          <table>
            <thead>
              <tr>
                {table.head.map((h) => (
                  <th key={h} scope="col">
                    {h}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {numbered(table.rows).map(({ key, item: cells }) => (
                <tr key={key}>
                  {numbered(cells).map(({ key: place, item: cell }) => (
                    <td key={place}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollAreaAutosize>
      </details>
    </Panel>
  );
}

/** Stacks parts of a page with the usual gap; `two` puts them side by side where there is room. */
export function Grid({ children, two = false }: { children: ReactNode; two?: boolean }) {
  return <div className={two ? `${classes.grid} ${classes.two}` : classes.grid}>{children}</div>;
}

export interface SegmentBar {
  label: string;
  /** 0–1, null where it is unknown. */
  share: number | null;
  /** What stands at the end of the bar: `92 accounts · 31.0 %`. */
  says: ReactNode;
  href?: string;
}

/** Horizontal bars, one per segment. The numbers stand beside them. */
export function SegmentBars({ bars }: { bars: SegmentBar[] }) {
  return (
    <div className={classes.bars}>
      {bars.map((bar) => (
        <div key={bar.label} className={classes.barRow}>
          <span>{bar.href ? <Go href={bar.href}>{bar.label}</Go> : bar.label}</span>
          <span className={classes.barTrack} aria-hidden="true">
            {bar.share ? <span className={classes.barFill} style={{ width: `${bar.share * 100}%` }} /> : null}
          </span>
          <span className="num">{bar.says}</span>
        </div>
      ))}
    </div>
  );
}
