import { score } from '../test/truth/score';

const TOOLS = 200;
const CALLS = 50_000;
const SEED = 1;

const share = (part: number, whole: number): string =>
  whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(2)} %`;
const count = (n: number): string => n.toLocaleString('en-US');

/** Judges a simulated world of random contracts and says, as tables, how often the judgement is right. */
export function truthTables(): string {
  const { capped, stale, unseen, byKind, wrong, msPerCall } = score(SEED, TOOLS, CALLS);
  const kinds = [...byKind].map(
    ([kind, one]) =>
      `| ${kind} | ${count(one.calls)} | ${count(one.capped)} | ${share(one.found, one.capped)} | ${count(one.falseAlarms)} | ${share(one.staleFound, one.stale)} |`,
  );
  return [
    `${TOOLS} tools with random contracts, ${count(CALLS)} calls, seed ${SEED}; judging alone took ${msPerCall.toFixed(2)} ms per call.`,
    '',
    '| verdict | precision | recall | calls |',
    '|---|---:|---:|---:|',
    `| capped, where the limit can be known | ${share(capped.hits, capped.judged)} | ${share(capped.hits, capped.true)} | ${count(capped.true)} |`,
    `| stale | ${share(stale.hits, stale.judged)} | ${share(stale.hits, stale.true)} | ${count(stale.true)} |`,
    '',
    `Of ${count(unseen.capped)} capped calls ${share(unseen.exact, unseen.capped)} have an exact number of unseen rows, ${count(wrong.length)} of them wrong;`,
    `${count(unseen.atLeast)} have a lower bound, ${count(unseen.atLeast - unseen.atLeastRight)} of them above the truth.`,
    '',
    '| contract | calls | capped | found | false alarms | stale found |',
    '|---|---:|---:|---:|---:|---:|',
    ...kinds,
  ].join('\n');
}
