import { Share } from '@/components/known';
import { Panel } from '@/components/states';
import type { Observed, ObservedField } from '@/lib/contract/observed';
import { plural, share } from '@/lib/format';
import { type DialectGrades, Grades } from './grades';
import { readFrom } from './limits';
import classes from './tool.module.css';

const FIELD: Record<ObservedField['field'], [string, string]> = {
  matched: ['matched', 'how many rows there are'],
  returned: ['returned', 'how many rows are in this result'],
  more: ['more', 'whether there are further rows'],
  cursor: ['cursor', 'where to go on'],
  order: ['order', 'which rows these are'],
  filters: ['filters', 'how to narrow the match'],
  withheld: ['withheld', 'rows kept back by permission'],
  limit: ['limit', 'the cap that applied'],
};

const RELATION: Record<string, string> = {
  exact: 'an exact count of the set',
  lower_bound: 'a lower bound',
  estimate: 'an estimate',
  page: 'the size of the page, not of the set',
  unknown: 'something that nothing has settled yet',
};

/** The contract as recent calls showed it: which fields are declared, how often, and what the total turned out to mean. */
export function Contract({ observed, grades, calls }: { observed: Observed; grades: DialectGrades[]; calls: number }) {
  const declared = observed.fields.filter((f) => f.declared > 0);
  const absent = observed.fields.filter((f) => f.declared === 0);
  return (
    <Panel title="The contract as observed" note={readFrom(observed.read, calls)}>
      {observed.lists === 0 ? (
        <p className="dim">None of these results has rows, so none has a contract about them.</p>
      ) : (
        <>
          <Grades grades={grades} />
          {declared.length > 0 ? (
            <table className={classes.small}>
              <thead>
                <tr>
                  <th scope="col">Declares</th>
                  <th scope="col">For example</th>
                  <th scope="col" className={classes.end}>
                    of {plural(observed.lists, 'list')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {declared.map((f) => (
                  <tr key={f.field}>
                    <td>
                      {FIELD[f.field][0]} <span className="dim">{FIELD[f.field][1]}</span>
                    </td>
                    <td className={classes.example}>{f.example ? example(f.example.path, f.example.value) : ''}</td>
                    <td className={classes.end}>
                      <Share part={f.declared} whole={observed.lists} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <p>
              It declares <b>nothing</b>: no total, no cursor, no “more”.
            </p>
          )}
          {declared.length > 0 && absent.length > 0 ? (
            <p className="dim">Never declared: {absent.map((f) => FIELD[f.field][0]).join(', ')}.</p>
          ) : null}
          {observed.relations.map(({ relation, calls: n }) => (
            <p key={relation}>
              Its total is {RELATION[relation] ?? relation} <span className="dim">in {plural(n, 'call')}</span>.
            </p>
          ))}
          <p className="dim">{overhead(grades)}</p>
        </>
      )}
    </Panel>
  );
}

/** What the contract costs, and how it was read. */
function overhead(grades: DialectGrades[]): string {
  return grades
    .slice(0, 3)
    .map(({ dialect, sums }) => {
      const cost = sums.overhead === null ? 'unknown' : share(sums.overhead);
      return `Read as ${dialect ?? 'no known dialect'}: the contract is ${cost} of the payload, on average.`;
    })
    .join(' ');
}

function example(path: string, value: string | number | boolean | null): string {
  const text = JSON.stringify(value);
  return `${path} = ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}
