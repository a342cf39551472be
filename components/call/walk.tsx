import { count, knownText, plural, unseenKnown } from '@/lib/format';
import type { Unseen, Verdict } from '@/lib/verdict/types';
import { Go } from '../link';
import { Visible } from '../payload/visible';
import { VerdictMark } from '../verdict-mark';
import classes from './call.module.css';

/** One page of a walk, as the drawing needs it. */
export interface DrawnPage {
  id: string;
  href: string;
  verdict: Verdict;
  present: number | null;
  offset: number | null;
  unseenKind: Unseen['kind'];
  unseenRows: number | null;
}

interface WalkProps {
  pages: DrawnPage[];
  /** Pages that the walk has; more than are drawn when it is long. */
  of: number;
  current: string;
}

/** The pages of one query in one session, as wide as their rows, and what stayed unseen after the last. */
export function Walk({ pages, of, current }: WalkProps) {
  const last = pages.at(-1);
  if (!last) return null;
  const rest = unseenKnown({ kind: last.unseenKind, rows: last.unseenRows });
  const most = Math.max(...pages.map((page) => page.present ?? 0), 1);
  const left = rest.kind === 'exact' ? rest.value : null;
  return (
    <>
      <ol className={classes.walk}>
        {pages.map((page, i) => (
          <li key={page.id} style={{ flexGrow: Math.max((page.present ?? 0) / most, 0.12) }}>
            <Go href={page.href} aria-current={page.id === current ? 'page' : undefined}>
              <span className={classes.page}>
                <VerdictMark verdict={page.verdict} bare />
                <span className="num">{rowsOf(page)}</span>
              </span>
              <span className="visually-hidden">
                , page {i + 1} of {of}
              </span>
            </Go>
          </li>
        ))}
        {left === 0 ? null : (
          <li className={classes.rest} style={{ flexGrow: left === null ? 0.5 : Math.min(left / most, 6) }}>
            <span className="num">{rest.kind === 'unknown' ? 'rest unknown' : `${knownText(rest)} not seen`}</span>
          </li>
        )}
      </ol>
      <p className="dim">
        {of > pages.length
          ? `Drawing ${count(pages.length)} of ${plural(of, 'page')}, around this one.`
          : plural(of, 'page')}
        {left === 0 ? ', nothing left unseen at the end.' : '.'}
      </p>
    </>
  );
}

function rowsOf(page: DrawnPage): string {
  if (page.present === null) return 'rows unknown';
  if (page.offset === null || page.present === 0) return plural(page.present, 'row');
  return `rows ${count(page.offset + 1)}–${count(page.offset + page.present)}`;
}

/** One call of the strip of neighbours. */
export interface DrawnNeighbour {
  id: string;
  href: string;
  time: string;
  tool: string;
  verdict: Verdict;
  present: number | null;
}

/** The calls just before and after, in their order. */
export function NeighbourList({ calls, current }: { calls: DrawnNeighbour[]; current: string }) {
  return (
    <ol className={classes.neighbours}>
      {calls.map((call) => (
        <li key={call.id} data-row aria-current={call.id === current ? 'true' : undefined}>
          <span className="dim num">{call.time}</span>
          {call.id === current ? (
            <b>
              <Visible text={call.tool} />
            </b>
          ) : (
            <Go href={call.href}>
              <Visible text={call.tool} />
            </Go>
          )}
          <span className="dim num">{call.present === null ? '' : plural(call.present, 'row')}</span>
          <VerdictMark verdict={call.verdict} />
        </li>
      ))}
    </ol>
  );
}
