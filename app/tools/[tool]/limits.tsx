import { Share } from '@/components/known';
import { Panel } from '@/components/states';
import type { Observed } from '@/lib/contract/observed';
import { count, plural } from '@/lib/format';
import classes from './tool.module.css';

const HOW: Record<string, string> = {
  argument: 'an argument of the call',
  echo: 'echoed in the result',
  dialect: 'a default known for this kind of tool',
  operator: 'declared by the operator',
  learned: 'learned: results pile up there and none is longer',
};

const MOST = 8;

/** The limits that applied and how each is known. */
export function Limits({ observed, calls }: { observed: Observed; calls: number }) {
  const shown = observed.limits.slice(0, MOST);
  const rest = observed.limits.length - shown.length;
  return (
    <Panel title="The limit, and how we know it" note={readFrom(observed.read, calls)}>
      {observed.lists === 0 ? (
        <p className="dim">None of these results has rows that a limit could cut.</p>
      ) : (
        <table className={classes.small}>
          <thead>
            <tr>
              <th scope="col" className={classes.end}>
                Limit
              </th>
              <th scope="col">Known from</th>
              <th scope="col">Whose</th>
              <th scope="col" className={classes.end}>
                Calls with rows
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((l) => (
              <tr key={`${l.value} ${l.source} ${l.imposed}`}>
                <td className={classes.end}>{count(l.value)}</td>
                <td>{HOW[l.source] ?? l.source}</td>
                <td>{l.imposed ? 'imposed' : 'asked'}</td>
                <td className={classes.end}>
                  {count(l.calls)} · <Share part={l.calls} whole={observed.lists} />
                </td>
              </tr>
            ))}
            {observed.noLimit > 0 ? (
              <tr>
                <td className={classes.end}>none known</td>
                <td />
                <td />
                <td className={classes.end}>
                  {count(observed.noLimit)} · <Share part={observed.noLimit} whole={observed.lists} />
                </td>
              </tr>
            ) : null}
          </tbody>
        </table>
      )}
      {rest > 0 ? (
        <p className="dim">
          Showing {MOST} of {count(observed.limits.length)} limits, most frequent first; the list of calls has each.
        </p>
      ) : null}
    </Panel>
  );
}

/** "read from the newest 1,000 of 41,000 calls". */
export function readFrom(read: number, calls: number): string {
  return read < calls
    ? `read from the newest ${count(read)} of ${plural(calls, 'call')}`
    : `read from all ${plural(calls, 'call')}`;
}
