import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Part, Product } from '../test/ingest/otlp/product';
import { asked, integrity } from '../test/ingest/otlp/stored';
import type { Met } from './otlp-client';
import type { SenderMessage, SenderOrders } from './otlp-sender';

export interface Load {
  /** An empty data folder. */
  home: string;
  /** Tool spans over all senders. */
  calls: number;
  spansPerRequest: number;
  /** What is killed, each when its share of the calls is acknowledged. */
  kills: readonly { at: number; part: Part }[];
}

/** What came of a load. Times in milliseconds. */
export interface Outcome {
  calls: number;
  spans: number;
  twice: number;
  /** From the first request to the last acknowledgement, restarts included. */
  sending: number;
  /** From then until every call was in the store. */
  settling: number;
  killed: Part[];
  met: Met;
  stored: { calls: number; distinct: number; missing: number; integrity: string };
}

const SENDERS = 4;
const TWICE_EVERY = 10;

/** The longest that acknowledged spans may take until their calls are seen, ms. */
const LONGEST_SETTLING = 60_000;

/** Sends spans from four processes to a started product, kills parts of it meanwhile, and counts what is stored. */
export async function load({ home, calls, spansPerRequest, kills }: Load): Promise<Outcome> {
  const product = new Product(home);
  await product.start();
  const acknowledged = new Set<string>();
  const start = performance.now();
  const senders = Array.from({ length: SENDERS }, (_, sender) =>
    send(
      {
        sender,
        url: `${product.url}/v1/traces`,
        calls: calls / SENDERS,
        encoding: sender % 2 === 0 ? 'protobuf' : 'json',
        spansPerRequest,
        twiceEvery: TWICE_EVERY,
      },
      acknowledged,
    ),
  );
  const over = new AbortController();
  const keeping = keep(product, over.signal);
  const killing = killInTurn(product, kills, () => acknowledged.size / calls, over.signal);
  try {
    const sent = Promise.all(senders.map(({ done }) => done)).then((reports) => ({
      reports,
      sending: performance.now() - start,
    }));
    const [{ reports, sending }, killed] = await Promise.all([sent, killing, Promise.race([keeping, sent])]);
    over.abort();
    await keeping;
    const settling = await settled(product.store, acknowledged.size);
    await product.stop();
    const twice = reports.reduce((sum, report) => sum + report.twice, 0);
    const spans = reports.reduce((sum, report) => sum + report.spans, 0);
    const met = summed(reports.map((report) => report.met));
    return { calls, spans, twice, sending, settling, killed, met, stored: counted(product.store, acknowledged) };
  } finally {
    over.abort();
    for (const { child } of senders) child.kill('SIGKILL');
    await Promise.allSettled([keeping, killing]);
    await product.stop();
  }
}

type Report = Extract<SenderMessage, { type: 'done' }>;

function send(orders: SenderOrders, acknowledged: Set<string>): { child: ChildProcess; done: Promise<Report> } {
  const child = fork(join(import.meta.dirname, 'otlp-sender.ts'), [JSON.stringify(orders)], {
    execArgv: ['--import', 'tsx'],
  });
  const done = new Promise<Report>((resolve, reject) => {
    child.on('message', (message: SenderMessage) => {
      if (message.type === 'acknowledged') for (const id of message.calls) acknowledged.add(id);
      else if (message.type === 'done') resolve(message);
      else reject(new Error(`a sender failed: ${message.reason}`));
    });
    child.on('exit', (code, signal) => reject(new Error(`a sender ended (${signal ?? code})`)));
  });
  return { child, done };
}

/** What an init system does: starts the product again whenever it has ended. */
async function keep(product: Product, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    if (!product.running) await product.start();
    await pause(50);
  }
}

async function killInTurn(
  product: Product,
  kills: Load['kills'],
  share: () => number,
  over: AbortSignal,
): Promise<Part[]> {
  const killed: Part[] = [];
  for (const { at, part } of kills) {
    while (share() < at && !over.aborted) await pause(10);
    while (!over.aborted && product.kill(part) === 0) await pause(50);
    killed.push(part);
    await pause(1_000);
  }
  return killed;
}

async function settled(store: string, calls: number): Promise<number> {
  const start = performance.now();
  while (countOf(store) < calls && performance.now() - start < LONGEST_SETTLING) await pause(100);
  return performance.now() - start;
}

function countOf(store: string): number {
  return asked(store, (db) => Number(db.prepare('SELECT count(*) FROM calls').pluck().get()));
}

function counted(store: string, acknowledged: ReadonlySet<string>): Outcome['stored'] {
  return asked(store, (db) => {
    const ids = new Set(db.prepare<[], string>('SELECT id FROM calls').pluck().all());
    const missing = [...acknowledged].filter((id) => !ids.has(id)).length;
    // Every call was sent with other arguments: one that is stored twice under two ids shows here.
    const distinct = Number(db.prepare('SELECT count(DISTINCT args) FROM calls').pluck().get());
    return { calls: ids.size, distinct, missing, integrity: integrity(store) };
  });
}

function summed(all: readonly Met[]): Met {
  const sum: Met = { requests: 0, bytes: 0, retries: {}, rejected: 0, times: [] };
  for (const met of all) {
    sum.requests += met.requests;
    sum.bytes += met.bytes;
    sum.rejected += met.rejected;
    sum.times.push(...met.times);
    for (const [why, times] of Object.entries(met.retries)) sum.retries[why] = (sum.retries[why] ?? 0) + times;
  }
  return sum;
}
