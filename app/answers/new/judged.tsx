import { numbered } from '@/components/numbered';
import { Visible } from '@/components/payload/visible';
import { Panel } from '@/components/states';
import { verdictMark, verdictWord } from '@/lib/claims/verdict-words';
import { plural } from '@/lib/format';
import type { Inspected, InspectedCall } from '@/lib/inspect';
import classes from '../answers.module.css';

const SHOWN = 50;

/** The answers of a judged log with their claims, and the calls behind them. */
export function Judged({ log }: { log: Inspected }) {
  const tools = new Map(log.calls.map(({ id, tool }) => [id, tool]));
  const answers = log.answers.slice(-SHOWN);
  return (
    <div className={classes.page}>
      {log.answers.length === 0 ? <p className="dim">No answer stands in it: a log of calls only has none.</p> : null}
      {log.answers.length > answers.length ? (
        <p className="dim">
          The last {answers.length} of {plural(log.answers.length, 'answer')}.
        </p>
      ) : null}
      {numbered(answers).map(({ key, item: { id, text, claims } }) => (
        <Panel key={key} title={`Answer ${id}`} note={plural(claims.length, 'claim')}>
          <p className={classes.text}>
            <Visible text={text} />
          </p>
          <ol className={classes.claims}>
            {numbered(claims).map(({ key: place, item: claim }) => (
              <li key={place}>
                “<Visible text={claim.text} />”
                <div>
                  <span className={classes.word}>
                    {verdictMark(claim.verdict)} {verdictWord(claim.verdict)}
                  </span>
                  : <Visible text={claim.says} />{' '}
                  {claim.calls.length === 0 ? null : (
                    <span className="dim">
                      (<Visible text={claim.calls.map((one) => tools.get(one) ?? one).join(', ')} />)
                    </span>
                  )}
                </div>
              </li>
            ))}
          </ol>
        </Panel>
      ))}
      <Calls calls={log.calls} />
    </div>
  );
}

function Calls({ calls }: { calls: readonly InspectedCall[] }) {
  const shown = calls.slice(-SHOWN);
  return (
    <Panel title="Calls" note={`${shown.length} of ${plural(calls.length, 'call')}, oldest first`}>
      <ol className={classes.claims}>
        {shown.map((call) => (
          <li key={call.id}>
            <Visible text={call.tool} />: {call.verdict}
            {call.present === null ? '' : `, ${plural(call.present, 'row')}`}
            {call.findings[0] === undefined ? null : (
              <div className="dim">
                <Visible text={call.findings[0].says} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
