import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from './document';
import { figure, median } from './measure';
import { type Load, load, type Outcome } from './otlp-load';

const CALLS = 100_000;
const SPANS_PER_REQUEST = 512;

/** The server and the worker by themselves, and everything at once; more than once each, at odd moments. */
const KILLS: Load['kills'] = [
  { at: 0.11, part: 'server' },
  { at: 0.23, part: 'worker' },
  { at: 0.37, part: 'whole product' },
  { at: 0.52, part: 'server' },
  { at: 0.68, part: 'worker' },
  { at: 0.83, part: 'server' },
];

/** Sends 100,000 tool spans from four processes, first undisturbed, then with kill -9 in between. Throws where a span is lost or doubled. */
export async function measureOtlp(write: (name: string, body: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'capwatch-otlp-'));
  const run = (name: string, kills: Load['kills']): Promise<Outcome> =>
    load({ home: join(folder, name), calls: CALLS, spansPerRequest: SPANS_PER_REQUEST, kills });
  try {
    const quiet = checked(await run('quiet', []));
    const killed = checked(await run('killed', KILLS));
    write('otlp', otlpTables(quiet, killed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws when an acknowledged span is not in the store exactly once. */
function checked(outcome: Outcome): Outcome {
  const { calls, distinct, missing, integrity } = outcome.stored;
  if (missing > 0 || calls !== outcome.calls || distinct !== calls || integrity !== 'ok' || outcome.met.rejected > 0)
    throw new Error(`OTLP load: ${JSON.stringify({ ...outcome.stored, rejected: outcome.met.rejected })}`);
  return outcome;
}

function otlpTables(quiet: Outcome, killed: Outcome): string {
  const row = (name: string, { calls, spans, sending, settling, met, stored }: Outcome): string[] => {
    const times = met.times.toSorted((a, b) => a - b);
    return [
      name,
      figure(sending / 1000),
      figure((calls / sending) * 1000),
      figure((spans / sending) * 1000),
      figure(median(times)),
      figure(times[Math.floor(times.length * 0.99)] ?? Number.NaN),
      figure(settling / 1000),
      `${stored.missing} / ${stored.calls - stored.distinct}`,
    ];
  };
  const head = [
    '',
    'seconds',
    'tool spans/s',
    'spans/s',
    'acknowledged, ms',
    'p99, ms',
    'settled, s',
    'lost / doubled',
  ];
  const { met, twice, requests } = { ...killed, requests: killed.met.requests };
  const retries = Object.entries(met.retries).sort(([, a], [, b]) => b - a);
  const total = retries.reduce((sum, [, times]) => sum + times, 0);
  const kills = ['server', 'worker', 'whole product'].map(
    (part) => `${part} ${killed.killed.filter((one) => one === part).length}`,
  );
  const why = retries.map(([name, times]) => `${name} ${times.toLocaleString('en-US')}`).join(', ');
  return `${table(head, [row('undisturbed', quiet), row('with kill -9', killed)])}

Of the second run: ${killed.killed.length} times kill -9 (${kills.join(', ')}), ${requests.toLocaleString('en-US')} requests,
${twice.toLocaleString('en-US')} batches sent twice on purpose, ${total.toLocaleString('en-US')} retries${why ? ` (${why})` : ''}; \`integrity_check\` says ${killed.stored.integrity}.`;
}
