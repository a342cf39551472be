import { Go } from '@/components/link';
import { type Here, linkWith } from '@/lib/address';
import type { Candidate } from '@/lib/caps/types';
import { count } from '@/lib/format';
import classes from './caps.module.css';
import { type Fact, factGroups } from './columns';

interface CapTableProps {
  candidates: readonly Candidate[];
  chosen: number | null;
  here: Here;
  turns: number;
  /** Addresses of exactly this decision in other forms. */
  exports: { csv: string; json: string; memo: string };
}

const WHY = { today: 'today', listed: '', typed: 'typed', budget: 'token budget' } as const;

/** The page itself: today's cap pinned on top, each candidate with its difference to it. On narrow screens, cards. */
export function CapTable({ candidates, chosen, here, turns, exports }: CapTableProps) {
  const today = candidates.find((c) => c.today) ?? null;
  const rest = candidates.filter((c) => !c.today);
  const groups = factGroups(here, turns);
  const facts = groups.flatMap((g) => g.facts);
  return (
    <section className={classes.wrap} aria-label="Candidate caps">
      <div className={classes.head}>
        <h2>Candidate caps</h2>
        <span className="dim">
          All {count(candidates.length)} caps weighed{today ? ', today’s first' : ''}, smallest first
        </span>
        <span className={classes.exports}>
          <a href={exports.csv} download>
            CSV
          </a>
          <a href={exports.json}>JSON</a>
          <a href={exports.memo} download>
            Decision memo
          </a>
        </span>
      </div>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th rowSpan={2} scope="col">
                Cap
              </th>
              {groups.map((g) => (
                <th key={g.head} colSpan={g.facts.length} scope="colgroup" className={classes.group}>
                  {g.head}
                </th>
              ))}
            </tr>
            <tr>
              {groups.flatMap((g) =>
                g.facts.map((f, i) => (
                  <th key={f.key} scope="col" title={f.title} className={i === 0 ? classes.first : undefined}>
                    {f.head}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {today ? <Row c={today} today={null} chosen={chosen} facts={facts} here={here} /> : null}
            {rest.map((c) => (
              <Row key={c.cap} c={c} today={today} chosen={chosen} facts={facts} here={here} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface RowProps {
  c: Candidate;
  today: Candidate | null;
  chosen: number | null;
  facts: Fact[];
  here: Here;
}

function Row({ c, today, chosen, facts, here }: RowProps) {
  const why = c.why.map((w) => WHY[w]).filter(Boolean);
  return (
    <tr
      data-row
      data-cap={c.cap}
      data-today={c.today || undefined}
      aria-current={c.cap === chosen ? 'true' : undefined}
    >
      <th scope="row">
        <Go href={linkWith(withAt(here, c.cap))} scroll={false} title="See who stays exposed at this cap">
          {count(c.cap)}
        </Go>
        {why.length > 0 ? <span className={classes.why}>{why.join(', ')}</span> : null}
      </th>
      {facts.map((f) => {
        const change = today && f.change ? f.change(c, today) : null;
        return (
          <td key={f.key} data-fact={f.key}>
            <span className={classes.label}>{f.head}</span>
            <span className={classes.value}>
              {f.cell(c)}
              {change === null ? null : (
                <span className={classes.change} title="difference to today’s cap">
                  {change}
                </span>
              )}
            </span>
          </td>
        );
      })}
    </tr>
  );
}

/** This page with another candidate chosen. */
export function withAt(here: Here, cap: number): Here {
  return { ...here, own: [...(here.own ?? []).filter(([key]) => key !== 'at'), ['at', String(cap)]] };
}
