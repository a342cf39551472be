import fc from 'fast-check';
import { expect, test } from 'vitest';
import { report } from '@/db/questions/report';
import { candidatesOf, TOOL, worlds } from './caps-world';
import { countAt, middle, shown } from './caps-world-count';
import { countAll, inStore } from './caps-world-store';
import { trulyAt } from './caps-world-truth';
import { ALL } from './filters';

// What the cap decision is compared with has to be right itself: it holds what is true, and is the report at today's cap.

test('a plain count holds what is true, and counts of all open queries leave nothing open', async () => {
  const seen = { uncertain: 0, recovered: 0, asked: 0, complete: 0, silent: 0, flagged: 0 };
  await fc.assert(
    fc.asyncProperty(worlds, (world) =>
      inStore(world, async (store) => {
        for (const open of [true, false]) {
          if (!open) expect(await countAll(store, world)).toBe(0);
          const calls = await shown(store);
          for (const call of calls) {
            if (open) seen.recovered += call.recovered;
            if (call.imposed === 0) seen.asked++;
            if (call.verdict === 'complete') seen.complete++;
            if (call.verdict === 'silent') seen.silent++;
            if (call.verdict === 'flagged') seen.flagged++;
          }
          for (const cap of [world.cap, ...candidatesOf(world)]) {
            const counted = countAt(calls, cap, world.cap);
            const truth = trulyAt(calls, world, cap, world.cap);
            const words = JSON.stringify({ cap, world: world.cap, truth, counted });
            if (counted.capped.low < counted.capped.high) seen.uncertain++;
            for (const key of ['capped', 'left', 'accounts', 'unnamed', 'unseen'] as const) {
              expect(truth[key], `${key} ${words}`).toBeGreaterThanOrEqual(counted[key].low);
              expect(truth[key], `${key} ${words}`).toBeLessThanOrEqual(counted[key].high ?? Number.POSITIVE_INFINITY);
              if (!open) expect(counted[key].high, `${key} ${words}`).toBe(counted[key].low);
            }
          }
        }
      }),
    ),
    { numRuns: 40 },
  );
  // Worlds without one of these would prove nothing about it.
  for (const [kind, calls] of Object.entries(seen)) expect(calls, kind).toBeGreaterThan(0);
}, 120_000);

test('at the cap of today a plain count is the report', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, (world) =>
      inStore(world, async (store) => {
        const told = (await report(store, { ...ALL, tools: [TOOL] })).tools[0];
        const { capped, recovered, accounts, hidden } = countAt(await shown(store), world.cap, world.cap);
        expect([capped.low, recovered.low, accounts.low]).toEqual([told?.capped, told?.recovered, told?.accounts]);
        if (told?.unseen.median.kind === 'exact')
          expect(middle(hidden.map(([low]) => low))).toBe(told.unseen.median.value);
      }),
    ),
    { numRuns: 20 },
  );
}, 120_000);
