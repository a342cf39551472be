import { Button } from '@mantine/core';
import { CopyText } from '@/components/copy-line';
import type { Arriving } from '@/components/frame/types';
import { EmptyState } from '@/components/states';
import { share } from '@/lib/format';
import { loadSample } from './actions';
import classes from './no-data.module.css';

const WAYS = [
  ['Read and follow the agent logs that are on this machine', 'capwatch start --found'],
  ['Watch a folder of agent logs, now and from now on', 'capwatch start --watch ~/.claude/projects'],
  ['Read files once: the logs of some thirty agents, tools and tracers', 'capwatch ingest ./logs'],
  ['Pipe anything that writes the native log', 'your-agent | capwatch ingest -'],
] as const;

/** What to do when the sample was asked for and is not on its way yet. */
function Asked({ watched }: { watched: boolean }) {
  return (
    <EmptyState title="The sample month was asked for">
      {watched ? (
        <p>The worker begins within a second; this page fills itself.</p>
      ) : (
        <p>
          No worker is running that could load it. <code>capwatch start</code> runs one; it will find the wish.
        </p>
      )}
    </EmptyState>
  );
}

/** Nothing in the store: four ways to get data in, one line each, and the sample month one click away. */
export function NoData({ arriving, asked = false }: { arriving: Arriving; asked?: boolean }) {
  if (arriving.now) {
    return (
      <EmptyState title="The first calls are being read">
        <p>
          {arriving.says ?? 'The worker has begun.'}
          {arriving.progress === null ? '' : ` ${share(arriving.progress)} so far.`} This page fills itself.
        </p>
      </EmptyState>
    );
  }
  if (asked) return <Asked watched={arriving.watched} />;
  return (
    <EmptyState title="No calls yet">
      <p className="dim">Four ways to get them in:</p>
      <div>
        <ul className={classes.ways}>
          {WAYS.map(([what, line]) => (
            <li key={line}>
              <p>{what}</p>
              <div className={classes.line}>
                <code>{line}</code>
                <CopyText text={line} />
              </div>
            </li>
          ))}
        </ul>
        <form className={classes.sample} action={loadSample}>
          <Button type="submit" variant="default">
            Load the sample month
          </Button>
          <span className="dim"> 30 seconds; made up, kept apart, and removed in one click.</span>
        </form>
      </div>
    </EmptyState>
  );
}
