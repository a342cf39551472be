import { KindSplit } from '@/components/figure';
import { Census, KnownNumber, Share } from '@/components/known';
import { Go } from '@/components/link';
import { Panel } from '@/components/states';
import type { Period } from '@/db/questions/tool-periods';
import { type Here, linkWith } from '@/lib/address';
import { rangeText } from '@/lib/format';
import { medianOf } from '../../overview/headline';
import classes from './tool.module.css';

/** Before and after each deploy: since when does it hide what it hides? */
export function Periods({ periods, here, zone }: { periods: Period[]; here: Here; zone: string }) {
  return (
    <Panel title="Since when" note="between deploys, to the hour">
      <div className={classes.wide}>
        <table className={classes.small}>
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col" className={classes.end}>
                Calls
              </th>
              <th scope="col" className={classes.end}>
                Capped
              </th>
              <th scope="col">By kind</th>
              <th scope="col" className={classes.end}>
                Median unseen
              </th>
            </tr>
          </thead>
          <tbody>
            {periods.map((p) => (
              <tr key={p.from}>
                <td>
                  <Go href={linkWith(here, { from: p.from, to: p.to })}>{p.version ?? 'before'}</Go>
                  <div className="dim">{rangeText(p.from, p.to, zone)}</div>
                </td>
                <td className={classes.end}>
                  <Census n={p.figures.calls} />
                </td>
                <td className={classes.end}>
                  <Share part={p.figures.capped} whole={p.figures.calls} />
                </td>
                <td>
                  <KindSplit kinds={p.figures.kinds} bare />
                </td>
                <td className={classes.end}>
                  {p.figures.left === 0 ? (
                    <span className="dim">none</span>
                  ) : (
                    <KnownNumber known={medianOf(p.figures)} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
