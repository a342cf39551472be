/**
 * The sample month: March 2026 of a firm whose agents work through tools that cap what they return.
 *
 * A world (`world/`) of accounts, invoices, incidents and files is made from a seed. Tools (`tools/`) query it with real
 * limits. Agents (`agents/`) call them in sessions and answer from what they saw. Nothing writes a verdict or a figure.
 *
 * How the figures come out:
 * - 41,000 searches are a systematic sample of one distribution of "how many invoices does this question span"
 *   (`agents/demand.ts`): 4,900/41,000 of its mass lies above a page, 160/41,000 above 500; medians are its parameters.
 *   A question is then sought on a real book (`agents/invoice-questions.ts`) whose invoices match that many.
 * - Books pass 500 invoices on 92 long-standing enterprise accounts only, which bring 31 % of revenue (`world/accounts.ts`).
 * - 340 incidents is a week's volume; 20 is the tool's LIMIT; 14 is how many tickets fit the guard's 20,000 tokens.
 * - 635 posts, 110 of them in the series liam, one of which matches twice, is the repository (`world/files.ts`).
 *
 * Times are UTC. A day's invoices are issued before its first search, so the nightly census of 02:00 counts the same set.
 */

import { BillingDesk } from './agents/billing-desk';
import { FINANCE_SESSIONS, Finance, type FinanceTask } from './agents/finance';
import { Librarian } from './agents/librarian';
import { OnCall } from './agents/oncall';
import { DAY, dayOf, weekday, workDays } from './calendar';
import { Journal } from './journal';
import { quotas, Random } from './random';
import { makeWorld, type World } from './world';

export interface SampleOptions {
  /** One seed is one month, byte for byte. */
  seed?: number;
  month?: '2026-03';
  /** Part of the month's traffic and accounts, 0 < scale ≤ 1. The documented figures hold at 1. */
  scale?: number;
}

const CHUNK = 65_536;
const LOOKS = 440;
const REVIEWS_A_WEEK = 9;
const FILE_SESSIONS = 760;
/** The morning on which the blog's job measured its own tools. */
const MEASURED = dayOf('2026-03-09');

/** Native log (NDJSON, version 1) in chunks of whole lines, about 64 KiB each, in order of time. Holds one day at a time. */
export function* sampleMonth({ seed = 4471, scale = 1 }: SampleOptions = {}): Generator<string> {
  const world = makeWorld(seed, scale);
  let chunk = '';
  for (const line of lines(world, seed, scale)) {
    chunk += line;
    if (chunk.length >= CHUNK) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

function* lines(world: World, seed: number, scale: number): Generator<string> {
  for (const { id, name, revenue, currency, segment } of world.accounts) {
    yield `${JSON.stringify({ type: 'account', id, name, revenue, currency, segment })}\n`;
  }
  const random = new Random(seed, 'agents');
  const days = workDays();
  const weights = days.map(({ weight }) => weight);
  const perDay = (total: number): number[] => quotas(Math.ceil(total * scale), weights);
  const billing = new BillingDesk(world, random.fork('billing'), scale, weights);
  const finance = new Finance(world, random.fork('finance'), billing.shown);
  const tasks = (Object.keys(FINANCE_SESSIONS) as FinanceTask[]).map((task) => ({
    task,
    counts: perDay(FINANCE_SESSIONS[task]),
  }));
  const oncall = new OnCall(world, random.fork('oncall'));
  const looks = quotas(
    Math.ceil(LOOKS * scale),
    weights.map((weight) => 0.5 + weight / 2),
  );
  const librarian = new Librarian(world, random.fork('librarian'));
  const fileSessions = perDay(FILE_SESSIONS);
  const journal = new Journal();
  for (const [k, { day }] of days.entries()) {
    billing.work(journal, k, day);
    for (const { task, counts } of tasks) for (let n = counts[k] ?? 0; n > 0; n -= 1) finance.work(journal, task, day);
    for (let n = looks[k] ?? 0; n > 0; n -= 1) oncall.look(journal, day);
    if (weekday(day) === 5) {
      const reviews = Math.max(2, Math.ceil(REVIEWS_A_WEEK * scale));
      oncall.reviews(journal, day, reviews, scale >= 0.1 || k < 7);
    }
    if (weekday(day) >= 1 && weekday(day) <= 5) librarian.morning(journal, day, day === MEASURED);
    for (let n = fileSessions[k] ?? 0; n > 0; n -= 1) librarian.work(journal, day);
    billing.nightly(journal, day);
    yield* journal.drain((day + 1) * DAY);
  }
  yield* journal.drain(Number.POSITIVE_INFINITY);
}
