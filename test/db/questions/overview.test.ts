import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Filter } from '@/db/filter';
import { deployEvents, deploysIn, frameFacts } from '@/db/questions/frame';
import { kindsOverTime } from '@/db/questions/kinds';
import { overview, toolPage } from '@/db/questions/overview';
import { report } from '@/db/questions/report';
import { toolPeriods } from '@/db/questions/tool-periods';
import { recentReadings } from '@/db/questions/tool-recent';
import { toolRows } from '@/db/questions/tool-rows';
import { account, call, census, invoices, T0 } from '../../ingest/records';
import { batches } from '../arbitrary';
import { type Engine, sqliteEngine } from '../engine';
import { ALL } from './filters';

const DAY = 86_400_000;
const MARCH: Filter = { ...ALL, from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 3, 1) };

let engine: Engine;
beforeEach(() => {
  engine = sqliteEngine();
});
afterEach(() => engine.close());

/** A call, and a census of its query where one is given. */
function made(id: string, over: Parameters<typeof call>[1], matched?: number) {
  const args = JSON.stringify({ q: id });
  const who = over?.account === undefined ? {} : { account: over.account };
  const counted =
    matched === undefined ? [] : [census(matched, { args, tool: over?.tool ?? 'search_invoices', ...who })];
  return [call(id, { args, session: id, result: invoices(25), ...over }), ...counted];
}

describe('the overview', () => {
  test('tells of each tool what the report tells, whatever the log', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (log) => {
        const fresh = sqliteEngine();
        try {
          for (const batch of log) fresh.write(batch);
          const { tools, all, kinds } = await overview(fresh.store, ALL, 'day');
          const told = await report(fresh.store, ALL);
          expect(
            toolPage(tools, { limit: 1000 }).rows.map(({ tool, calls, capped, recovered, median, hits }) => ({
              tool,
              calls,
              capped,
              recovered,
              median,
              accounts: hits.accounts,
            })),
          ).toEqual(
            told.tools.map(({ tool, calls, capped, recovered, unseen, accounts }) => ({
              tool,
              calls,
              capped,
              recovered,
              median: unseen.median,
              accounts,
            })),
          );
          expect(all.calls).toBe(told.tools.reduce((sum, t) => sum + t.calls, 0));
          expect(all.left + all.recovered).toBe(all.capped);
          expect(kinds.reduce((sum, k) => sum + k.flagged + k.silent + k.stale, 0)).toBe(all.capped);
        } finally {
          fresh.close();
        }
      }),
      { numRuns: 15 },
    );
  });

  test('counts the same by hours, by days, and account by account', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => `c-${i}`);
    engine.write([
      account('acct-1', { revenue: 100, currency: 'USD', segment: 'enterprise' }),
      ...ids.flatMap((id, i) =>
        made(id, { ts: T0 + i * 5 * 3_600_000, account: i % 3 === 0 ? null : 'acct-1' }, 40 + i),
      ),
    ]);
    const sum = (rows: { silent: number }[]) => rows.reduce((total, r) => total + r.silent, 0);
    expect(sum(await kindsOverTime(engine.store, MARCH, 'hour'))).toBe(40);
    expect(sum(await kindsOverTime(engine.store, MARCH, 'day'))).toBe(40);
    const { all } = await overview(engine.store, MARCH, 'day');
    const theirs = await overview(engine.store, { ...MARCH, segments: ['enterprise'] }, 'day');
    expect(all).toMatchObject({ capped: 40, nobody: 14 });
    expect(theirs.all).toMatchObject({ capped: 26, nobody: 0 });
  });

  test('imposed and asked caps stand beside each other and add up', async () => {
    engine.write([
      ...made('c-1', {}, 40),
      ...made('c-2', { args: '{"q":"c-2","limit":3}', result: invoices(3) }),
      ...made('c-3', { result: invoices(2) }),
    ]);
    const of = async (caps: Filter['caps']) => (await overview(engine.store, { ...MARCH, caps }, 'day')).all;
    expect(await of('imposed')).toMatchObject({ calls: 3, capped: 1, beside: 1 });
    expect(await of('asked')).toMatchObject({ calls: 3, capped: 1, beside: 1 });
    expect(await of('both')).toMatchObject({ calls: 3, capped: 2, beside: 0 });
  });

  test('the product carries the bounds of the median', async () => {
    engine.write([...made('c-1', {}, 40), ...made('c-2', {}, 50), ...made('c-3', {})]);
    const { all } = await overview(engine.store, MARCH, 'day');
    expect(all.median).toMatchObject({ kind: 'interval', low: 15, high: 25 });
    expect(all.product).toEqual({ kind: 'interval', low: 45, high: 75, value: null });
  });

  test('p95 is an upper bound of what 95 of 100 calls took', async () => {
    const ms = Array.from({ length: 200 }, (_, i) => (i * 37) % 1000);
    engine.write(ms.flatMap((durationMs, i) => made(`c-${i}`, { durationMs, result: invoices(1) })));
    const { tools } = await overview(engine.store, MARCH, 'day');
    const bound = tools[0]?.p95 ?? 0;
    const within = ms.filter((m) => m <= bound).length / ms.length;
    expect(within).toBeGreaterThanOrEqual(0.95);
    expect(bound).toBeLessThan(1000 * 1.1);
  });

  test('pages of tools hold each tool once', async () => {
    engine.write(Array.from({ length: 7 }, (_, i) => made(`c-${i}`, { tool: `tool-${i}` })).flat());
    const { tools } = await overview(engine.store, MARCH, 'day');
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = toolPage(tools, { cursor, limit: 3, sort: 'tool' });
      expect(page.matched).toBe(7);
      seen.push(...page.rows.map((t) => t.tool));
      cursor = page.next;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
  });
});

describe('a tool', () => {
  test('rows returned add up to its calls', async () => {
    engine.write([...made('c-1', {}, 40), ...made('c-2', { result: invoices(3) }), ...made('c-3', { result: '"ok"' })]);
    const { tallies, uncounted } = await toolRows(engine.store, MARCH, 'search_invoices');
    expect(tallies.reduce((sum, t) => sum + t.calls, uncounted)).toBe(3);
    expect(tallies.find((t) => t.present === 25)).toMatchObject({ calls: 1, capped: 1, silent: 1 });
  });

  test('its periods begin with its deploys and hold each call once', async () => {
    const versions = ['1.0', '1.0', '2.0', '2.0', '2.0', '3.0'];
    engine.write(versions.flatMap((version, i) => made(`c-${i}`, { version, ts: T0 + i * DAY })));
    const deploys = await deploysIn(engine.store, MARCH);
    expect(deploys.map((d) => d.version)).toEqual(['2.0', '3.0']);
    const periods = await toolPeriods(engine.store, MARCH, 'search_invoices', deploys);
    expect(periods.map((p) => [p.version, p.figures.calls])).toEqual([
      [null, 2],
      ['2.0', 3],
      ['3.0', 1],
    ]);
  });

  test('readings are the newest, and say their limit', async () => {
    engine.write([...made('c-1', { ts: T0 }), ...made('c-2', { ts: T0 + 1 })]);
    const recent = await recentReadings(engine.store, MARCH, 'search_invoices', 1);
    expect(recent.map((r) => r.id)).toEqual(['c-2']);
    expect(recent[0]?.reading).toMatchObject({ shape: 'list', present: 25 });
  });
});

describe('the frame', () => {
  test('offers every tool and segment, and is empty without data', async () => {
    expect(await frameFacts(engine.store, 0)).toMatchObject({ span: null, tools: [], segments: [], deploys: [] });
    engine.write([
      account('a', { revenue: 5, currency: 'USD', segment: 'small' }),
      ...['b', 'a', ''].flatMap((tool, i) => made(`c-${i}`, { tool })),
    ]);
    const facts = await frameFacts(engine.store, 0);
    expect(facts.tools).toEqual(['', 'a', 'b']);
    expect(facts.segments).toContain('small');
    const ends = await engine.store.get<{ from: number; to: number }>(
      sql`SELECT min(ts) AS "from", max(ts) AS "to" FROM calls`,
    );
    expect(facts.span).toMatchObject(ends ?? {});
  });

  test('one deploy of many tools is one event', () => {
    const at = T0;
    const deploys = [
      { tool: 'a', version: '2', at },
      { tool: 'b', version: '2', at: at + 1000 },
      { tool: 'a', version: '3', at: at + DAY },
    ];
    expect(deployEvents(deploys)).toEqual([
      { version: '2', tools: ['a', 'b'], at },
      { version: '3', tools: ['a'], at: at + DAY },
    ]);
  });
});
