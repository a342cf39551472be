import { CopyText } from '@/components/copy-line';
import { Panel } from '@/components/states';
import type { Worklist } from '@/db/questions/census-worklist';
import type { CapDecision } from '@/lib/caps/types';
import { count, plural, share } from '@/lib/format';
import classes from './caps.module.css';

interface NotKnownProps {
  decision: CapDecision;
  /** Queries of this tool that wait for a count, those that answer most calls first; a beginning of them. */
  worklist: Worklist;
}

/** What the table cannot say, and how to find out: nothing is shown where every size is known. */
export function NotKnown({ decision: d, worklist }: NotKnownProps) {
  if (d.unknown === 0) return null;
  const of = d.known + d.unknown;
  return (
    <Panel
      title="What is not known"
      note={`size known for ${count(d.known)} of ${plural(of, 'capped call')}, ${share(d.known / of)}`}
    >
      <div className={classes.notes}>
        {d.known === 0 ? <Nothing {...d} /> : <Partly {...d} />}
        <Settle worklist={worklist} tool={d.tool} />
      </div>
    </Panel>
  );
}

function Nothing({ unknown, todayCap }: CapDecision) {
  return (
    <>
      <p>
        Of none of the {plural(unknown, 'capped call')} does anything tell how many rows matched. So nobody can say from
        this log how many of them a higher cap would serve, how much stays unseen, or who would stay exposed
        {todayCap === null ? '' : `: each set holds ${count(todayCap)} rows or more, and that is all`}. The ranges in
        the table are as wide as that.
      </p>
      <p>What can be said: how many calls today’s cap cuts, whose they are, and what a page of any size costs.</p>
    </>
  );
}

function Partly({ unknown, todayCap }: CapDecision) {
  return (
    <p>
      The sizes of {plural(unknown, 'capped call')} are not known. At the low end of a range each of them is taken to be
      just above {todayCap === null ? 'its cap' : `today’s ${count(todayCap)}`}, at the high end without limit: between
      the two the truth lies, proven. <i>Assumed</i> stands apart: there each unknown set is as large as the largest one
      known of its account and query shape, else of the account, else of the tool. That is an assumption, not a bound.
    </p>
  );
}

/** `'it''s'` as a shell takes it. */
function quoted(name: string): string {
  return /^[\w.:@/-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`;
}

function Settle({ worklist: w, tool }: { worklist: Worklist; tool: string }) {
  if (w.matched === 0) return <p>No query waits for a count: a census of another time cannot settle these calls.</p>;
  const command = `capwatch census export --tool ${quoted(tool)}`;
  const settled = w.queries.reduce((sum, q) => sum + q.calls, 0);
  return (
    <>
      <p>
        How to find out: count what each query matches with something that cannot page.{' '}
        {w.returned < w.matched ? (
          <>
            The first {count(w.returned)} of {count(w.matched)} queries would settle {count(settled)} of the{' '}
            {plural(w.calls, 'call')} of this tool that wait for a count.
          </>
        ) : (
          <>
            {plural(w.matched, 'query', 'queries')} would settle all {plural(w.calls, 'call')} of this tool that wait
            for a count.
          </>
        )}{' '}
        In the whole log, not only in this view.
      </p>
      <div className={classes.command}>
        <code>{command} &gt; open.csv</code>
        <CopyText text={`${command} > open.csv`} />
        <span className="dim">then, with the counts filled in,</span>
        <code>capwatch census import open.csv</code>
        <CopyText text="capwatch census import open.csv" />
      </div>
    </>
  );
}
