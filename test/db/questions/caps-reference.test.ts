import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capDecision } from '@/db/questions/caps';
import { report } from '@/db/questions/report';
import type { Store } from '@/db/store';
import type { Bounds, Candidate, CapDecision } from '@/lib/caps/types';
import { candidatesOf, TOOL, type World, worlds } from './caps-world';
import { type Counted, countAt, isCapped, middle, owners, type Shown, type Span, shown } from './caps-world-count';
import { expectExposure } from './caps-world-exposure';
import { countAll, inStore } from './caps-world-store';
import { trulyAt } from './caps-world-truth';
import { ALL } from './filters';

const FILTER = { ...ALL, tools: [TOOL] };
const RUNS = { numRuns: 30 };
const LONG = 120_000;

/** Each candidate of a decision beside what plain loops over the stored calls say of it. */
async function eachBeside(
  store: Store,
  world: World,
  check: (row: Candidate, counted: Counted, calls: readonly Shown[], decision: CapDecision) => Promise<void> | void,
): Promise<void> {
  const caps = candidatesOf(world);
  const decision = await capDecision(store, FILTER, TOOL, { caps });
  const told = decision.candidates.map((row) => row.cap);
  expect(told).toEqual(expect.arrayContaining(caps));
  const calls = await shown(store);
  for (const row of decision.candidates)
    await check(row, countAt(calls, row.cap, decision.todayCap ?? world.cap), calls, decision);
}

/** A property of random worlds, each in a store of its own. */
function always(check: (store: Store, world: World) => Promise<void>): Promise<void> {
  return fc.assert(
    fc.asyncProperty(worlds, (world) => inStore(world, (store) => check(store, world))),
    RUNS,
  );
}

/** Calls that name no account could be anybody's: with any, nothing bounds the number of accounts. */
const named = ({ accounts, unnamed }: Counted) => ({
  low: accounts.low,
  high: unnamed.high > 0 ? null : accounts.high,
});

const ends = ({ low, high }: Bounds): Pick<Bounds, 'low' | 'high'> => ({ low, high });
function expectShare(bounds: Bounds, { low, high }: Span, of: number): void {
  expect(bounds.low).toBeCloseTo(low / of, 12);
  expect(bounds.high).toBeCloseTo(high / of, 12);
}

describe('the cap decision over random worlds', () => {
  test(
    'says of each candidate what plain loops over the calls say',
    () =>
      always((store, world) =>
        eachBeside(store, world, async (row, counted, calls, decision) => {
          const today = calls.filter((call) => isCapped(call) && call.imposed === 1).length;
          const removed = { low: today - counted.capped.high, high: today - counted.capped.low };
          expect(decision.calls).toBe(calls.length);
          expect({
            cap: row.cap,
            capped: ends(row.capped),
            recovered: ends(row.recovered),
            left: ends(row.left),
            removed: ends(row.removed),
            unseen: ends(row.totalUnseen),
            accounts: ends(row.accounts),
            unnamed: ends(row.unnamed),
          }).toEqual({
            cap: row.cap,
            capped: counted.capped,
            recovered: counted.recovered,
            left: counted.left,
            removed,
            unseen: counted.unseen,
            accounts: named(counted),
            unnamed: counted.unnamed,
          });
          expectShare(row.share, counted.capped, calls.length);
          if (today > 0) expectShare(row.removedShare, removed, today);
          for (const bounds of boundsOf(row)) expectOrdered(bounds);
          expectMedian(row, counted);
          expectExposure(row, counted, await owners(store));
        }),
      ),
    LONG,
  );

  test('at the cap of today it is the report', () => always(expectReport), LONG);

  test(
    'what is true lies within the bounds',
    () =>
      always((store, world) =>
        eachBeside(store, world, (row, _, calls, decision) => expectTruthWithin(row, calls, world, decision)),
      ),
    LONG,
  );

  test(
    'once every open query was counted, the bounds are the truth',
    () =>
      always(async (store, world) => {
        expect(await countAll(store, world)).toBe(0);
        await eachBeside(store, world, (row, _, calls, decision) => {
          for (const { low, high, assumed } of settled(row)) expect([high, assumed]).toEqual([low, low]);
          expect(decision.unknown).toBe(0);
          expectTruthWithin(row, calls, world, decision);
        });
      }),
    LONG,
  );
});

/** What counts settle; who calls without a name, no count says. */
const settled = (row: Candidate): Bounds[] => [
  row.capped,
  row.left,
  row.share,
  row.removed,
  row.totalUnseen,
  row.unnamed,
];
const boundsOf = (row: Candidate): Bounds[] => [row.capped, row.left, row.share, row.totalUnseen, row.accounts];

function expectOrdered({ low, high, assumed }: Bounds): void {
  if (assumed !== null) expect(assumed).toBeGreaterThanOrEqual(low);
  if (assumed !== null && high !== null) expect(assumed).toBeLessThanOrEqual(high);
  if (low === high) expect(assumed).toBe(low);
}

async function expectReport(store: Store, world: World): Promise<void> {
  const told = (await report(store, FILTER)).tools[0];
  if (told === undefined || told.capped === 0) return;
  const { candidates } = await capDecision(store, FILTER, TOOL, { caps: candidatesOf(world) });
  const row = candidates.find((one) => one.today);
  if (row === undefined) throw new Error('capped calls, and no cap of today');
  const { unseen, exposure } = told;
  expect(ends(row.capped)).toEqual({ low: told.capped, high: told.capped });
  expect(ends(row.recovered)).toEqual({ low: told.recovered, high: told.recovered });
  expect(row.share.low).toBeCloseTo(told.share, 12);
  expect(row.median).toEqual(unseen.median);
  expect(row.totalUnseen.low).toBeGreaterThanOrEqual(unseen.total);
  if (unseen.unknown + unseen.at_least === 0)
    expect(ends(row.totalUnseen)).toEqual({ low: unseen.total, high: unseen.total });
  expect(row.accounts.low).toBe(told.accounts);
  if (exposure.unnamed_calls === 0) expect(row.accounts.high).toBe(told.accounts);
  expect(row.unnamed.low).toBe(exposure.unnamed_calls);
  expect([row.exposure.share?.low ?? null, row.exposure.reason]).toEqual([exposure.share, exposure.reason]);
  const bySegment = Object.entries(row.exposure.bySegment).map(([segment, part]) => [
    segment,
    { accounts: part.accounts.low, share: part.share?.low ?? null },
  ]);
  expect(Object.fromEntries(bySegment)).toEqual(exposure.by_segment);
}

/** A median that says more than the calls do is wrong; so is one that says less where all is known. */
function expectMedian({ median }: Candidate, { hidden }: Counted): void {
  const low = middle(hidden.map(([least]) => least));
  const high = middle(hidden.map(([, most]) => most));
  if (hidden.every(([least, most]) => least === most)) {
    expect(median.value).toBe(low);
    return;
  }
  if (median.low !== null) expect(median.low).toBeLessThanOrEqual(low ?? 0);
  if (median.high !== null) expect(median.high).toBeGreaterThanOrEqual(high ?? 0);
}

function expectTruthWithin(row: Candidate, calls: readonly Shown[], world: World, { todayCap }: CapDecision): void {
  const truth = trulyAt(calls, world, row.cap, todayCap ?? world.cap);
  const pairs = [
    ['capped', row.capped, truth.capped],
    ['left', row.left, truth.left],
    ['unseen', row.totalUnseen, truth.unseen],
    ['accounts', row.accounts, truth.accounts],
    ['unnamed', row.unnamed, truth.unnamed],
  ] as const;
  for (const [name, bounds, value] of pairs) {
    expect(value, `${name} at ${row.cap}`).toBeGreaterThanOrEqual(bounds.low);
    expect(value, `${name} at ${row.cap}`).toBeLessThanOrEqual(bounds.high ?? Number.POSITIVE_INFINITY);
  }
}
