import type { ReactNode } from 'react';
import { Census, KnownNumber } from '@/components/known';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import type { SourceRow } from '@/db/questions/sources';
import type { Store } from '@/db/store';
import { agoText, bytes, count, countedSoFar, plural, share, timeText } from '@/lib/format';
import { Quarantine } from './quarantine';
import classes from './sources.module.css';

interface SourceCardProps {
  store: Store;
  source: SourceRow;
  now: number;
  zone: string;
  /** Its quarantine is unfolded, from this cursor on. */
  open: boolean;
  cursor: string | null;
  here: { path: string; query: string };
}

const STATES: Record<string, string> = {
  reading: 'being read',
  following: 'read, and followed',
  done: 'read to its end',
  gone: 'gone since it was read',
  failed: 'stopped with an error',
};

/** One source: how far it was read, what was in it, and everything that was not taken, with the reason. */
export function SourceCard({ store, source: s, now, zone, open, cursor, here }: SourceCardProps) {
  const lag = Math.max(0, s.size - s.position);
  const seconds = (s.lastReadAt - s.firstReadAt) / 1000;
  const skipped = s.skipped.reduce((n, kind) => n + kind.records, 0);
  return (
    <article className={classes.source} data-row aria-label={s.path}>
      <header>
        <h3>
          <Go href={`#source-${s.id}`} id={`source-${s.id}`}>
            <Visible text={s.path} />
          </Go>
        </h3>
        <span className="dim">
          {s.kind} · {s.format ?? 'format not recognised'} · {STATES[s.status] ?? s.status}
        </span>
      </header>
      {s.trouble ? (
        <p className={classes.trouble} role="alert">
          <Visible text={s.trouble} />
        </p>
      ) : null}
      <progress
        value={s.size === 0 ? 1 : Math.min(1, s.position / s.size)}
        max={1}
        aria-label={`Read to ${bytes(s.position)} of ${bytes(s.size)}`}
      />
      <dl className={classes.facts}>
        <Fact name="position">
          {bytes(s.position)} of {bytes(s.size)}
          {s.size > 0 ? <span className="dim"> {share(Math.min(1, s.position / s.size))}</span> : null}
        </Fact>
        <Fact name="lag">{lag === 0 ? 'none' : bytes(lag)}</Fact>
        <Fact name="rate">
          {seconds >= 1 && s.position > 0 ? (
            <>
              {bytes(Math.round(s.position / seconds))}/s{' '}
              <span className="dim">{count(Math.round(s.calls / seconds))} calls/s</span>
            </>
          ) : (
            <span className="dim">read in under a second</span>
          )}
        </Fact>
        <Fact name="last read">
          <span title={timeText(s.lastReadAt, zone, true)}>{agoText(s.lastReadAt, now)}</span>
        </Fact>
        <Fact name="calls">
          <Census n={s.calls} />
        </Fact>
        <Fact name="answers">
          <Census n={s.answers} />
        </Fact>
        <Fact name="accounts">
          <Census n={s.accounts} />
        </Fact>
        <Fact name="census records">
          <Census n={s.census} />
        </Fact>
        <Fact name="duplicates">
          <Census n={s.duplicates} />
        </Fact>
        <Fact name="longest result">
          {s.longestResult === 0 ? (
            <span className="dim">none</span>
          ) : (
            <Census n={s.longestResult} unit={s.longestResult === 1 ? 'character' : 'characters'} />
          )}
        </Fact>
        <Fact name="without result">
          <KnownNumber known={countedSoFar(s.resultless, !s.resultlessWhole)} />
        </Fact>
      </dl>
      {s.resultless > 0 ? (
        <p className={classes.trouble}>
          {resultlessWords(s)} Whether they were capped cannot be seen. Where the program that writes this log can
          record the content of results, switch that on.
        </p>
      ) : null}
      {s.cutAt ? (
        <p className={classes.trouble}>
          This log looks cut at {count(s.cutAt.length)} characters: {plural(s.cutAt.results, 'result')} of{' '}
          {plural(s.cutAt.tools, 'tool')} end there in the middle of a value, without any marker. That is the log’s
          doing, not the tools’.
        </p>
      ) : null}
      <details className={classes.more}>
        <summary>
          {skipped === 0
            ? 'No record was skipped'
            : `${plural(skipped, 'record')} skipped, of ${plural(s.skipped.length, 'type')} that carry no call`}
        </summary>
        {skipped === 0 ? (
          <p className="dim">Every record that the format knows was taken.</p>
        ) : (
          <ul className={classes.skipped}>
            {s.skipped.map((kind) => (
              <li key={kind.type}>
                <Visible text={kind.type} /> <span className="num dim">{count(kind.records)}</span>
              </li>
            ))}
          </ul>
        )}
      </details>
      <Quarantine store={store} source={s} open={open} cursor={cursor} here={here} zone={zone} />
    </article>
  );
}

function resultlessWords({ calls, resultless, resultlessWhole }: SourceRow): string {
  if (resultless >= calls) return 'No result content was captured: all calls of this log came without their result.';
  const many = `${resultlessWhole ? '' : 'at least '}${plural(resultless, 'call')}`;
  return `No result content was captured for ${many} of ${count(calls)}.`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
