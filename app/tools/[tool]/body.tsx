import { Suspense } from 'react';
import { AnswersBy, AnswersSum } from '@/app/answers/sum';
import { callColumns } from '@/app/calls/columns';
import { DataTable } from '@/components/data-table';
import { Figure, Figures, KindBar, KindSplit } from '@/components/figure';
import { Census, KnownNumber, Share } from '@/components/known';
import { Grid, Panel, SegmentBars } from '@/components/states';
import { calls } from '@/db/questions/calls';
import { NO_SEARCH } from '@/db/questions/calls-where';
import { type Deploy, deployEvents } from '@/db/questions/frame';
import type { Overview, ToolFigures } from '@/db/questions/overview';
import { toolPeriods } from '@/db/questions/tool-periods';
import { recentReadings } from '@/db/questions/tool-recent';
import { toolRows } from '@/db/questions/tool-rows';
import type { Store } from '@/db/store';
import { exportLink, type Here, linkTo, type View } from '@/lib/address';
import { observe } from '@/lib/contract/observed';
import { count, countedSoFar, duration, knownText, plural, share } from '@/lib/format';
import { CAPPED } from '@/lib/verdict/types';
import { KnownFor, medianOf, segmentBars, sumOf } from '../../overview/headline';
import { OverTime } from '../../overview/over-time';
import { deployMarks, kindsBuckets, type Steps } from '../../steps';
import { Contract } from './contract';
import { gradesByDialect } from './grades';
import { Limits } from './limits';
import { Periods } from './periods';
import { Rows } from './rows';
import { ToolSentence } from './sentence';
import { UnseenRows } from './unseen';

interface ToolBodyProps {
  store: Store;
  view: View;
  here: Here;
  zone: string;
  steps: Steps;
  deploys: Deploy[];
  found: Overview;
  figures: ToolFigures;
}

const RECENT = 20;

/** What this tool hides, from whom, and since when. */
export async function ToolBody({ store, view, here, zone, steps, deploys, found, figures: t }: ToolBodyProps) {
  const [rows, recent, periods, capped] = await Promise.all([
    toolRows(store, view, t.tool),
    recentReadings(store, view, t.tool),
    toolPeriods(store, view, t.tool, deploys),
    calls(store, { ...view, verdicts: [...CAPPED] }, NO_SEARCH, { limit: RECENT }),
  ]);
  const events = deployEvents(deploys);
  const observed = observe(recent);
  const limit = observed.limits.find((l) => l.imposed)?.value ?? null;
  const narrowed = view.accounts.length + view.segments.length > 0;
  return (
    <>
      <ToolSentence tool={t} caps={view.caps} />
      <ToolFigureRow t={t} here={here} />
      <Suspense fallback={<p className="dim">Counting answers…</p>}>
        <AnswersSum store={store} view={view} here={here} />
      </Suspense>
      <OverTime
        buckets={kindsBuckets(found.kinds, steps, here)}
        unit={steps.buckets.unit}
        marks={deployMarks(events, steps)}
        deploys={events}
        here={here}
        zone={zone}
      />
      <Grid two>
        <Rows tool={t.tool} rows={rows} limit={limit} allAccounts={narrowed} here={here} />
        <UnseenRows tool={t} histogram={found.histogram} here={here} />
      </Grid>
      <Grid two>
        <Contract observed={observed} grades={gradesByDialect(recent)} calls={t.calls} />
        <Grid>
          <Limits observed={observed} calls={t.calls} />
          {periods.length > 1 ? <Periods periods={periods} here={here} zone={zone} /> : null}
          <Panel title="Accounts hit, by segment" note="accounts · share of all revenue">
            {t.hits.accounts === 0 ? (
              <p className="dim">No account was hit.</p>
            ) : (
              <SegmentBars bars={segmentBars(t.hits, here)} />
            )}
          </Panel>
        </Grid>
      </Grid>
      <DataTable
        title="Recent capped calls"
        noun={['capped call', 'capped calls']}
        columns={callColumns(here, zone, capped.rows, ['tool', 'session'])}
        rows={capped.rows}
        rowKey={(row) => row.id}
        shown={{ ...capped, next: null }}
        here={here}
        fixed
        more={
          capped.next === null
            ? undefined
            : {
                href: linkTo(here, '/calls', { tools: [t.tool], verdicts: [...CAPPED] }),
                word: `All ${capped.matched === null ? '' : `${count(capped.matched)} `}capped calls of this tool`,
              }
        }
        exports={exportsOf({ ...here, view: { ...view, verdicts: [...CAPPED] } })}
        none="No call of this tool was capped in this view."
      />
      <Suspense fallback={<p className="dim">Counting answers…</p>}>
        <AnswersBy store={store} view={view} here={here} by={['account', 'segment']} />
      </Suspense>
    </>
  );
}

function exportsOf(here: Here) {
  return { csv: exportLink(here, '/api/calls', 'csv'), json: exportLink(here, '/api/calls', 'json') };
}

function ToolFigureRow({ t, here }: { t: ToolFigures; here: Here }) {
  const callsOf = linkTo(here, '/calls', { tools: [t.tool], verdicts: [...CAPPED] });
  const { exposure } = t.hits;
  return (
    <Figures>
      <Figure
        name="Share of calls capped"
        value={<Share part={t.capped} whole={t.calls} noun="calls" />}
        href={callsOf}
        note={
          <>
            <Census n={t.capped} /> of <Census n={t.calls} unit="calls" />
          </>
        }
      >
        <KindBar kinds={t.kinds} whole={t.capped} />
        <div>
          <KindSplit kinds={t.kinds} />
        </div>
        <div className="dim">
          {count(t.left)} left · {count(t.recovered)} recovered
          {here.view.caps === 'both'
            ? ''
            : ` · ${count(t.beside)} ${here.view.caps === 'imposed' ? 'asked' : 'imposed'} beside`}
        </div>
      </Figure>
      <Figure
        name="Median unseen"
        value={<KnownNumber known={medianOf(t)} unit="rows" />}
        href="#unseen"
        note={<KnownFor unseen={t.unseen} left={t.left} />}
      />
      <Figure
        name="Accounts hit"
        value={<KnownNumber known={countedSoFar(t.hits.accounts, t.hits.unnamed > 0)} />}
        href={linkTo(here, '/accounts', { tools: [t.tool] })}
        note={
          exposure.share === null
            ? `exposure unknown: ${exposure.reason}`
            : `exposure ${knownText(countedSoFar(exposure.share, t.hits.unnamed > 0), share)} of revenue`
        }
      >
        {t.nobody > 0 ? <div className="dim">{plural(t.nobody, 'call')} left name no account</div> : null}
      </Figure>
      <Figure
        name="Frequency × severity"
        value={<KnownNumber known={t.product} />}
        href={callsOf}
        note={`${plural(t.left, 'call')} left × median unseen`}
      >
        <div>
          <KnownNumber known={sumOf(t)} unit="rows" /> <span className="dim">unseen, added up call by call</span>
        </div>
        <div className="dim">
          {count(t.errors)} errors · p95 {t.p95 === null ? 'unknown' : `≤ ${duration(t.p95)}`}
        </div>
      </Figure>
    </Figures>
  );
}
