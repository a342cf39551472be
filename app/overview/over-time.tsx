import { type DeployMark, type KindsBucket, KindsOverTime, Legend } from '@/components/charts';
import { Go } from '@/components/link';
import { ChartWithTable } from '@/components/states';
import type { DeployEvent } from '@/db/questions/frame';
import { type Here, linkWith } from '@/lib/address';
import { count, HOUR, plural, share, timeText } from '@/lib/format';
import classes from './overview.module.css';

interface OverTimeProps {
  buckets: KindsBucket[];
  unit: 'hour' | 'day' | 'week';
  marks: DeployMark[];
  deploys: DeployEvent[];
  here: Here;
  zone: string;
}

/** Capped calls by kind over time; steps and deploys can be chosen. */
export function OverTime({ buckets, unit, marks, deploys, here, zone }: OverTimeProps) {
  const capped = buckets.map((b) => b.flagged + b.silent + b.stale);
  const most = Math.max(0, ...capped);
  const peak = buckets[capped.indexOf(most)];
  const words = `Capped calls per ${unit}: at most ${count(most)}${peak && most > 0 ? `, at ${peak.label}` : ''}.`;
  return (
    <ChartWithTable
      title="Capped calls over time"
      note={`per ${unit}, ${zone}; choose ${unit === 'hour' ? 'an hour' : `a ${unit}`} to look closer`}
      table={{
        head: ['From', 'Calls', 'Flagged', 'Silent', 'Stale', 'of these recovered', 'Share capped'],
        rows: buckets.map((b, i) => [
          <Go key="at" href={b.href}>
            {b.label}
          </Go>,
          count(b.calls),
          count(b.flagged),
          count(b.silent),
          count(b.stale),
          count(b.recovered),
          b.calls > 0 ? share((capped[i] ?? 0) / b.calls) : 'unknown',
        ]),
      }}
    >
      <Legend
        items={[
          { fill: 'var(--cw-stale)', word: 'stale (hatched)' },
          { fill: 'var(--cw-silent)', word: 'silent (dotted)' },
          { fill: 'var(--cw-flagged)', word: 'flagged (plain)' },
        ]}
      />
      {most > 0 ? (
        <KindsOverTime buckets={buckets} deploys={marks} words={words} />
      ) : (
        <p className={classes.nothing}>Nothing was capped in this time range.</p>
      )}
      {deploys.length > 0 ? (
        <p className={classes.deploys}>
          <span className="dim">▼ Deploys:</span>
          {deploys.map((d) => (
            <Go
              key={`${d.version} ${d.at}`}
              href={linkWith(here, { from: Math.floor(d.at / HOUR) * HOUR, to: here.view.to })}
              title={`See the time since ${d.version} of ${d.tools.join(', ')}, first seen ${timeText(d.at, zone)}`}
            >
              {d.version}{' '}
              <span className="dim">{d.tools.length === 1 ? d.tools[0] : plural(d.tools.length, 'tool')}</span>
            </Go>
          ))}
        </p>
      ) : null}
    </ChartWithTable>
  );
}
