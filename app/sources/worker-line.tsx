import { Visible } from '@/components/payload/visible';
import { agoText, share, timeText } from '@/lib/format';
import { type Heartbeat, readWorker } from '../worker';
import classes from './sources.module.css';

interface WorkerLineProps {
  worker: Heartbeat | null;
  now: number;
  zone: string;
}

/** What the worker does, since when, and what went wrong last. */
export function WorkerLine({ worker: heartbeat, now, zone }: WorkerLineProps) {
  const worker = readWorker(heartbeat, now);
  if (heartbeat === null || worker === null)
    return (
      <div className={classes.worker} data-state="none" role="status">
        <b>No worker has run on this store.</b>{' '}
        <span>
          Files are read by <code>capwatch ingest</code>; <code>capwatch start --watch DIR</code> also follows what is
          written later.
        </span>
      </div>
    );
  const { state, progress, says, trouble, startedAt, restarts, lastCrash, alive } = worker;
  return (
    <div className={classes.worker} data-state={trouble ? 'trouble' : alive ? 'alive' : 'none'} role="status">
      <b>{alive ? `The worker is ${state}` : 'The worker is not running'}</b>
      {alive && progress != null ? <span className="num">{share(progress)}</span> : null}
      <span>
        {alive ? (
          <Visible text={says ?? ''} />
        ) : (
          <>
            last heard of {agoText(heartbeat.at, now)}; start it with <code>capwatch start</code>
          </>
        )}
      </span>
      {startedAt != null && alive ? <span className="dim">since {timeText(startedAt, zone)}</span> : null}
      {restarts ? <span className="dim">restarted {restarts === 1 ? 'once' : `${restarts} times`}</span> : null}
      {alive && progress != null ? <progress value={progress} max={1} aria-label="Progress of the worker" /> : null}
      {trouble ? (
        <p role="alert">
          <Visible text={trouble} />
        </p>
      ) : null}
      {lastCrash && !trouble ? (
        <p className="dim">
          Last crash {timeText(lastCrash.at, zone)}: <Visible text={lastCrash.reason} />
        </p>
      ) : null}
    </div>
  );
}
