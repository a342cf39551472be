import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Filter } from '@/db/filter';
import { capDecision } from '@/db/questions/caps';
import { openStore } from '@/db/sqlite/open';
import type { Store } from '@/db/store';
import { CAP, FROM, TO, TOOL, writeCounted } from './caps-calls';
import { table } from './document';
import { figure, median, timed } from './measure';

const SIZES = [10_000, 100_000, 1_000_000];
const WARM_UP = 3;
const RUNS = 20;
const MOST_MS = 300;
const CAPS = [10, 50, 75, 100, 150, 200, 350, 500, 1000];
const FILTER: Filter = { from: FROM, to: TO, tools: [TOOL], accounts: [], segments: [], verdicts: [], caps: 'imposed' };

/** Ten candidate caps of one tool over more and more calls. Throws when a million takes as long as it must not, or counts wrong. */
export async function capsTable(): Promise<string> {
  const rows: string[][] = [];
  let last = 0;
  for (const calls of SIZES) {
    const { ms, slowest, kept } = await measure(calls);
    rows.push([count(calls), count(kept), figure(ms), figure(slowest)]);
    last = ms;
  }
  const body = table(['calls of the tool', 'rows kept for it', 'median, ms', 'slowest, ms'], rows);
  if (last >= MOST_MS) throw new Error(`Ten candidates over a million calls took ${figure(last)} ms.\n${body}`);
  return body;
}

async function measure(calls: number): Promise<{ ms: number; slowest: number; kept: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'capwatch-bench-'));
  try {
    const path = join(folder, 'own.db');
    const capped = writeCounted(path, calls);
    const store = openStore(path, 'own');
    try {
      await expectAnswer(store, calls, capped);
      const times: number[] = [];
      for (let run = -WARM_UP; run < RUNS; run++) {
        const ms = await timed(() => capDecision(store, FILTER, TOOL, { caps: CAPS }));
        if (run >= 0) times.push(ms);
      }
      const kept = await store.get<{ n: number }>(sql`SELECT count(*) AS n FROM set_sizes WHERE tool = ${TOOL}`);
      return { ms: median(times), slowest: Math.max(...times), kept: kept?.n ?? 0 };
    } finally {
      store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A question that answers nothing is fast too. */
async function expectAnswer(store: Store, calls: number, capped: number): Promise<void> {
  const { candidates, ...told } = await capDecision(store, FILTER, TOOL, { caps: CAPS });
  const today = candidates.find((one) => one.today);
  const right = told.calls === calls && told.todayCap === CAP && today?.capped.low === capped;
  if (!right || candidates.length !== CAPS.length + 1)
    throw new Error(`${told.calls} of ${calls} calls and ${today?.capped.low} of ${capped} capped were found.`);
}

function count(n: number): string {
  return n.toLocaleString('en-US');
}
