import { inspect } from '@/lib/inspect';
import { CAPPED } from '@/lib/verdict/types';
import { simulate, type Truth } from './world';

export interface Rate {
  hits: number;
  judged: number;
  true: number;
  precision: number;
  recall: number;
}

export interface Score {
  calls: number;
  tools: number;
  /** Over calls whose limit the log lets us know. */
  capped: Rate;
  stale: Rate;
  unseen: { capped: number; exact: number; exactRight: number; atLeast: number; atLeastRight: number };
  byKind: Map<
    string,
    { calls: number; capped: number; found: number; falseAlarms: number; staleFound: number; stale: number }
  >;
  /** Ids of the exact unseen values that are wrong; must be empty, ever. */
  wrong: string[];
  msPerCall: number;
}

/** Judges a simulated world and compares every judgement with what is true. */
export function score(seed: number, tools: number, calls: number): Score {
  const { records, truths } = simulate(seed, tools, calls);
  const started = performance.now();
  const judged = new Map(inspect(records).calls.map((call) => [call.id, call]));
  const msPerCall = (performance.now() - started) / calls;
  const out: Score = {
    calls,
    tools,
    capped: rate(),
    stale: rate(),
    unseen: { capped: 0, exact: 0, exactRight: 0, atLeast: 0, atLeastRight: 0 },
    byKind: new Map(),
    wrong: [],
    msPerCall,
  };
  for (const truth of truths) {
    const call = judged.get(truth.id);
    if (call === undefined) throw new Error(`call ${truth.id} was not judged`);
    const saysCapped = CAPPED.includes(call.verdict);
    if (truth.knowable) count(out.capped, saysCapped, truth.capped);
    count(out.stale, call.verdict === 'stale', truth.stale);
    const kind = byKind(out, truth);
    kind.calls++;
    if (truth.capped) kind.capped++;
    if (truth.capped && saysCapped) kind.found++;
    if (!truth.capped && saysCapped) kind.falseAlarms++;
    if (truth.stale) kind.stale++;
    if (truth.stale && call.verdict === 'stale') kind.staleFound++;
    if (truth.capped) out.unseen.capped++;
    if (call.unseen.kind === 'exact') {
      out.unseen.exact++;
      if (call.unseen.rows === truth.unseen) out.unseen.exactRight++;
      else out.wrong.push(`${truth.id} (${truth.kind}): ${call.unseen.rows} for ${truth.unseen}`);
    }
    if (call.unseen.kind === 'at_least') {
      out.unseen.atLeast++;
      if ((call.unseen.rows ?? 0) <= truth.unseen) out.unseen.atLeastRight++;
    }
  }
  for (const one of [out.capped, out.stale]) {
    one.precision = one.judged === 0 ? 1 : one.hits / one.judged;
    one.recall = one.true === 0 ? 1 : one.hits / one.true;
  }
  return out;
}

function rate(): Rate {
  return { hits: 0, judged: 0, true: 0, precision: 0, recall: 0 };
}

function count(rate: Rate, judged: boolean, truth: boolean): void {
  if (judged) rate.judged++;
  if (truth) rate.true++;
  if (judged && truth) rate.hits++;
}

function byKind(out: Score, truth: Truth) {
  const known = out.byKind.get(truth.kind);
  if (known) return known;
  const fresh = { calls: 0, capped: 0, found: 0, falseAlarms: 0, staleFound: 0, stale: 0 };
  out.byKind.set(truth.kind, fresh);
  return fresh;
}
