import { BoundsNumber } from '@/components/bounds';
import { KnownNumber, Share } from '@/components/known';
import { Panel } from '@/components/states';
import { capDecision } from '@/db/questions/caps';
import { compareCaps, spansToCompare, type WhatIf } from '@/db/questions/caps-compare';
import type { Store } from '@/db/store';
import type { Here, View } from '@/lib/address';
import type { CapsSettings } from '@/lib/caps/address';
import type { CapComparison, CapPeriod } from '@/lib/caps/compare';
import { count, medianKnown, rangeText, share } from '@/lib/format';
import tool from '../tool.module.css';
import classes from './caps.module.css';
import { Kept } from './settings-form';

interface CompareProps {
  store: Store;
  view: View;
  here: Here;
  zone: string;
  tool: string;
  settings: CapsSettings;
  /** Versions of this tool that the range saw begin. */
  versions: readonly string[];
}

/** Did the last change of cap do what was promised? Two periods beside each other, the earlier one's what-if between. */
export async function Compare({ store, view, here, zone, tool: name, settings, versions }: CompareProps) {
  const spans = await spansToCompare(store, view, name, settings.compare);
  const whatIf: WhatIf = async (filter, of, cap) =>
    (await capDecision(store, filter, of, { caps: [cap] })).candidates.find((c) => c.cap === cap) ?? null;
  const found = spans === null ? null : await compareCaps(store, view, name, spans, whatIf);
  return (
    <Panel title="Did a change do what was promised?" note="two periods, or before and after a version">
      <form method="get" action={here.path} className={classes.form}>
        <Kept here={here} leave={['compare']} />
        <label>
          A version, or from..to
          <input
            className={classes.wide}
            name="compare"
            list="caps-versions"
            defaultValue={settings.compare ?? ''}
            placeholder={versions.at(-1) ?? '2026-03-01..2026-03-13'}
          />
        </label>
        <datalist id="caps-versions">
          {versions.map((v) => (
            <option key={v} value={v} />
          ))}
        </datalist>
        <button type="submit">Compare</button>
      </form>
      {found === null ? (
        <p className={`dim ${classes.after}`}>
          {settings.compare === null
            ? 'No change of version of this tool begins in this view. Name two instants to compare them with it.'
            : 'No such version begins in this view, and it is no period like 2026-03-01..2026-03-13.'}
        </p>
      ) : (
        <Found found={found} zone={zone} />
      )}
    </Panel>
  );
}

function Found({ found, zone }: { found: CapComparison; zone: string }) {
  const { before, after, promised, says } = found;
  return (
    <>
      <ul className={`${classes.list} ${classes.after}`}>
        {says.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <div className={tool.wide}>
        <table className={tool.small}>
          <thead>
            <tr>
              {['Period', 'Cap', 'Calls', 'Share capped', 'Median unseen'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <PeriodRow word="before" period={before} zone={zone} />
            {promised ? (
              <tr>
                <td>promised by the earlier period</td>
                <td>{count(promised.cap)}</td>
                <td />
                <td>
                  <BoundsNumber bounds={promised.share} write={share} />
                </td>
                <td />
              </tr>
            ) : null}
            <PeriodRow word="after" period={after} zone={zone} />
          </tbody>
        </table>
      </div>
    </>
  );
}

function PeriodRow({ word, period: p, zone }: { word: string; period: CapPeriod; zone: string }) {
  return (
    <tr>
      <td>
        {word}
        {p.version ? ` · ${p.version}` : ''}
        <div className="dim">{rangeText(p.from, p.to, zone)}</div>
      </td>
      <td>{p.cap === null ? <KnownNumber known={{ kind: 'unknown' }} /> : count(p.cap)}</td>
      <td>{count(p.calls)}</td>
      <td>
        <Share part={p.capped} whole={p.calls} noun="calls" />
      </td>
      <td>{p.left === 0 ? <span className="dim">none</span> : <KnownNumber known={medianKnown(p.median)} />}</td>
    </tr>
  );
}
