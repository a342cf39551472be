import type { ReactNode } from 'react';
import { type Here, linkWith } from '@/lib/address';
import { count } from '@/lib/format';
import classes from './data-table.module.css';
import { Go } from './link';

export interface Column<Row> {
  /** Name in the address (`sort=`, `cols=`) and in exports: letters, digits, `_`. */
  key: string;
  head: string;
  /** What the column means, one hover away. */
  title?: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  align?: 'start' | 'end';
  /** The question can order by this column. */
  sortable?: boolean;
  /** On a card it takes the whole width: a sentence without its head, or a bar `labelled` with it. */
  wide?: boolean | 'labelled';
  /** Shown only when chosen. */
  optional?: boolean;
  width?: string | number;
}

/** Declares how much of how much a list is: `Page` of db/filter without its rows. */
export interface Shown {
  /** Exact number of rows that match; null when only "more" is known. */
  matched: number | null;
  returned: number;
  /** In words: `newest first`. */
  order: string;
  next: string | null;
}

interface DataTableProps<Row> {
  title: string;
  /** One and many: `['call', 'calls']`. */
  noun: [string, string];
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  shown: Shown;
  here: Here;
  /** Sort in force, where the question sorts. */
  sort?: { key: string; dir: 'asc' | 'desc' };
  /** Addresses of exactly this view in other forms. */
  exports?: { csv?: string; json?: string };
  /** What to say and do when no row matches. */
  none?: ReactNode;
  /** The way to the rest where this list is only a beginning. */
  more?: { href: string; word: string };
  /** Hide the choice of columns (short tables). */
  fixed?: boolean;
}

/**
 * A list that obeys the rule it preaches: it says how many of how many, in which order, and the way to the rest.
 * Server-rendered; sorting, columns and pages are links. The first column holds the row's link, which `j` and `k` walk.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { title, noun, columns, rows, rowKey, shown, here, sort, exports, none, fixed, more } = props;
  const chosen = here.view.cols;
  const visible = columns.filter((c, i) => i === 0 || (chosen && !fixed ? chosen.includes(c.key) : !c.optional));
  return (
    <section className={classes.wrap} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <span className={classes.of}>{shownText(shown, noun)}</span>
        <div className={classes.tools}>
          {fixed ? null : <ColumnChoice columns={columns} visible={visible} here={here} />}
          {exports?.csv ? (
            <a href={exports.csv} download>
              CSV
            </a>
          ) : null}
          {exports?.json ? <a href={exports.json}>JSON</a> : null}
        </div>
      </div>
      {rows.length === 0 ? (
        <div className={classes.none}>{none ?? `No ${noun[1]} match this view.`}</div>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                {visible.map((c) => (
                  <Head key={c.key} column={c} here={here} sort={sort} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={rowKey(row)} data-row>
                  {visible.map((c) => {
                    const cell = c.cell(row);
                    const empty = cell === null || cell === '' ? classes.empty : '';
                    return (
                      <td
                        key={c.key}
                        className={`${c.align === 'end' ? classes.end : ''} ${c.wide ? (c.wide === 'labelled' ? classes.labelled : classes.wide) : ''} ${empty}`}
                      >
                        <span className={classes.label}>{c.head}</span>
                        <span className={classes.value}>{cell}</span>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {more ? (
        <div className={classes.foot}>
          <Go href={more.href}>{more.word}</Go>
        </div>
      ) : (
        <Foot shown={shown} noun={noun} here={here} />
      )}
    </section>
  );
}

function Head<Row>({ column: c, here, sort }: { column: Column<Row>; here: Here; sort: DataTableProps<Row>['sort'] }) {
  const on = sort?.key === c.key;
  const style = c.width === undefined ? undefined : { width: c.width };
  const className = c.align === 'end' ? classes.end : undefined;
  if (!c.sortable) {
    return (
      <th scope="col" className={className} style={style} title={c.title}>
        {c.head}
      </th>
    );
  }
  const dir = on && sort.dir === 'desc' ? 'asc' : 'desc';
  return (
    <th
      scope="col"
      className={className}
      style={style}
      title={c.title}
      aria-sort={on ? (sort.dir === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      <Go href={linkWith(here, { sort: c.key, dir })} scroll={false}>
        {c.head}
        {on ? <span aria-hidden="true"> {sort.dir === 'desc' ? '↓' : '↑'}</span> : null}
      </Go>
    </th>
  );
}

function ColumnChoice<Row>({ columns, visible, here }: { columns: Column<Row>[]; visible: Column<Row>[]; here: Here }) {
  const keys = visible.map((c) => c.key);
  return (
    <details className={classes.columns} data-popover>
      <summary>Columns</summary>
      <div className={classes.menu}>
        {columns.slice(1).map((c) => {
          const on = keys.includes(c.key);
          const cols = on ? keys.filter((k) => k !== c.key) : [...keys, c.key];
          return (
            <Go key={c.key} href={linkWith(here, { cols })} scroll={false}>
              {on ? '✓' : '\u2003'} {c.head}
              <span className="visually-hidden">{on ? ' (shown, hide it)' : ' (hidden, show it)'}</span>
            </Go>
          );
        })}
        <Go href={linkWith(here, { cols: null })} scroll={false}>
          The usual columns
        </Go>
      </div>
    </details>
  );
}

function Foot({ shown, noun, here }: { shown: Shown; noun: [string, string]; here: Here }) {
  if (!shown.next && !here.view.cursor) return null;
  return (
    <nav className={classes.foot} aria-label={`Pages of ${noun[1]}`}>
      <span>{here.view.cursor ? <Go href={linkWith(here)}>First page</Go> : null}</span>
      <span>
        {shown.next ? <Go href={linkWith(here, { cursor: shown.next })}>Next page</Go> : 'This is the last page.'}
      </span>
    </nav>
  );
}

/** "Showing 50 of 4,900 calls, newest first" — or all of them, or at least so many. */
export function shownText(shown: Shown, [one, many]: [string, string]): string {
  const noun = (n: number) => (n === 1 ? one : many);
  if (shown.matched === null) {
    if (!shown.next) return `${count(shown.returned)} ${noun(shown.returned)}, ${shown.order}`;
    return `Showing ${count(shown.returned)} of more than ${count(shown.returned)} ${many}, ${shown.order}`;
  }
  if (shown.matched === 0) return `No ${many}`;
  if (shown.matched === shown.returned) {
    return shown.matched === 1
      ? `The only ${one}`
      : `All ${count(shown.matched)} ${noun(shown.matched)}, ${shown.order}`;
  }
  return `Showing ${count(shown.returned)} of ${count(shown.matched)} ${noun(shown.matched)}, ${shown.order}`;
}
