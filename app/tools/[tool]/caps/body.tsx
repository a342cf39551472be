import { Go } from '@/components/link';
import { EmptyState, Sentence } from '@/components/states';
import { capDecision } from '@/db/questions/caps';
import { askedCaps } from '@/db/questions/caps-asked';
import { censusWorklist } from '@/db/questions/census-worklist';
import { deploysIn } from '@/db/questions/frame';
import type { Store } from '@/db/store';
import { tokenizerInUse } from '@/db/tokenizer';
import { exportLink, type Here, linkWith, toolPath, type View } from '@/lib/address';
import { type CapsSettings, LISTED_CAPS } from '@/lib/caps/address';
import { boundsKnown } from '@/lib/caps/known';
import type { Candidate, CapDecision } from '@/lib/caps/types';
import { count, knownText, plural, share } from '@/lib/format';
import { TOKENIZERS } from '@/lib/tokens/names';
import { AlternativesPanel } from './alternatives';
import classes from './caps.module.css';
import { Compare } from './compare';
import { Curves, curveCaps } from './curves';
import { Exposed } from './exposed';
import { NotKnown } from './not-known';
import { Readings, whyTheyDiffer } from './readings';
import { SettingsForm } from './settings-form';
import { CapTable } from './table';
import { TokensPanel } from './tokens';

interface CapsBodyProps {
  store: Store;
  view: View;
  here: Here;
  zone: string;
  tool: string;
  settings: CapsSettings;
}

/** Queries shown to say how few would settle how much. */
const WORKLIST = 20;

/** The cap decision of one tool: sentence, table, readings, what is not known, curves, accounts. */
export async function CapsBody({ store, view, here, zone, tool, settings }: CapsBodyProps) {
  const mine: View = { ...view, tools: [tool], verdicts: [], caps: 'imposed' };
  const options = { turns: settings.turns, contextWindow: settings.window };
  const decision = await askedCaps(store, view, tool, settings);
  const today = decision.candidates.find((c) => c.today) ?? null;
  if (decision.calls === 0) return <NoCalls tool={tool} here={here} />;
  const chosen = choose(decision, settings.at);
  const [curve, worklist, deploys] = await Promise.all([
    capDecision(store, mine, tool, { ...options, caps: curveCaps(decision.candidates.map((c) => c.cap)) }),
    censusWorklist(store, [tool], WORKLIST),
    deploysIn(store, mine),
  ]);
  const points = merged(decision.candidates, curve.candidates);
  return (
    <>
      <Said decision={decision} today={today} />
      <SettingsForm here={here} settings={settings} tokenizers={tokenizersHere()} />
      <CapTable
        candidates={decision.candidates}
        chosen={chosen?.cap ?? null}
        here={here}
        turns={settings.turns}
        exports={exportsOf(here, tool)}
      />
      <Notes decision={decision} rows={[today, chosen]} />
      {today && chosen && chosen !== today ? <Readings decision={decision} today={today} chosen={chosen} /> : null}
      <NotKnown decision={decision} worklist={worklist} />
      {points.length > 1 ? (
        <Curves points={points} today={decision.todayCap} chosen={chosen?.cap ?? null} here={here} />
      ) : null}
      <TokensPanel
        {...{ store, view, here, tool, settings }}
        pages={[...new Set([today, chosen].flatMap((c) => (c ? [c.cap] : [])))]}
      />
      <AlternativesPanel store={store} view={mine} tool={tool} />
      <Compare
        {...{ store, view: mine, here, zone, tool, settings }}
        versions={[...new Set(deploys.map((d) => d.version))]}
      />
      {chosen ? (
        <Exposed store={store} view={mine} here={here} tool={tool} chosen={chosen} all={decision.candidates} />
      ) : null}
    </>
  );
}

/** The configured one first. */
function tokenizersHere(): string[] {
  return [...new Set([tokenizerInUse(), ...TOKENIZERS])];
}

function exportsOf(here: Here, tool: string) {
  const path = toolPath(tool).replace(/^\/tools/, '/api/caps');
  return {
    csv: exportLink(here, path, 'csv'),
    json: exportLink(here, path, 'json'),
    memo: exportLink(here, path, 'md'),
  };
}

/** The candidate whose accounts are listed: as chosen, else a typed one, else the document's 500, else the largest. */
function choose({ candidates }: CapDecision, at: number | null): Candidate | null {
  const listed = new Set<number>(LISTED_CAPS);
  return (
    candidates.find((c) => c.cap === at) ??
    candidates.findLast((c) => !c.today && !listed.has(c.cap)) ??
    candidates.find((c) => c.cap === 500) ??
    candidates.at(-1) ??
    null
  );
}

/** Candidates and the points between them, each cap once, smallest first. */
function merged(candidates: readonly Candidate[], between: readonly Candidate[]): Candidate[] {
  const byCap = new Map([...between, ...candidates].map((c) => [c.cap, c]));
  return [...byCap.values()].sort((a, b) => a.cap - b.cap);
}

function Said({ decision: d, today }: { decision: CapDecision; today: Candidate | null }) {
  if (!today || d.todayCap === null) {
    return (
      <Sentence>
        No cap was imposed on any of its {plural(d.calls, 'call')} in this view. The table says what a cap would do.
      </Sentence>
    );
  }
  return (
    <Sentence>
      Today’s cap is {plural(d.todayCap, 'row')}: {knownText(boundsKnown(today.capped))} of {plural(d.calls, 'call')} (
      {knownText(boundsKnown(today.share), share)}) were capped. How many rows matched is known for {count(d.known)} of{' '}
      {count(d.known + d.unknown)} of them.
    </Sentence>
  );
}

/** What one has to know to read the table. */
function Notes({ decision, rows }: { decision: CapDecision; rows: (Candidate | null)[] }) {
  const why = [...new Set(rows)].flatMap((c) => (c === null ? [] : (whyTheyDiffer(c) ?? [])));
  const open = decision.candidates.some(
    (c) => c.capped.low !== c.capped.high || c.totalUnseen.low !== c.totalUnseen.high,
  );
  return (
    <div className={classes.notes}>
      {why.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {why.length > 0 ? <p className="dim">Compare products with products, and sums with sums.</p> : null}
      {open ? (
        <p className="dim">
          A range is proven at both ends. <i>Assumed</i> stands apart: it takes each unknown set to be as large as the
          largest known one of its account and query shape, which is an assumption.
        </p>
      ) : null}
      {decision.notes.map((note) => (
        <p key={note} className="dim">
          {note}
        </p>
      ))}
    </div>
  );
}

function NoCalls({ tool, here }: { tool: string; here: Here }) {
  return (
    <EmptyState title="No calls in this view">
      <p>
        <code>{tool}</code> was not called in this time range with these filters.{' '}
        <Go href={linkWith(here, { pinned: false, segments: [], accounts: [] })}>Show the newest month, unfiltered</Go>
      </p>
    </EmptyState>
  );
}
