import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { openStore, openWriter } from '@/db/sqlite/open';
import { Pipeline } from '@/ingest/pipeline';
import { Assembly } from '@/ingest/receiver/assembly';
import { Intake } from '@/ingest/receiver/intake';
import { scratch } from '../../db/engine';
import { expectRollupsEqualRecount } from '../../db/recount';
import { conversation, exportOf, type OtlpSpan, type Turn } from './agent-traces';

const folders: (() => void)[] = [];
afterEach(() => {
  for (const remove of folders.splice(0)) remove();
});

/** A request, and what happens after it. */
interface Request {
  spans: OtlpSpan[];
  after: 'nothing' | 'quiet' | 'killed';
}

/** Sends requests one after the other into a store of its own, and tells what the store says in the end. */
async function told(requests: readonly Request[]) {
  const { folder, remove } = scratch();
  folders.push(remove);
  const path = join(folder, 'own.db');
  let now = 1_790_000_000_000;
  let writer = openWriter(path);
  const settle = () => {
    const pipeline = new Pipeline(writer, () => now);
    const assembly = new Assembly(writer, pipeline, () => now);
    while (assembly.some());
    while (pipeline.settleSome());
  };
  for (const { spans, after } of requests) {
    const pipeline = new Pipeline(writer, () => now);
    const said = await new Intake(writer, pipeline, () => now).take('traces', 'json', Buffer.from(exportOf(spans)));
    expect(said.rejected).toBe(0);
    if (after === 'killed') {
      writer.close();
      writer = openWriter(path);
    }
    now += after === 'quiet' ? 60_000 : 1;
    settle();
  }
  now += 60_000;
  settle();
  writer.close();
  const store = openStore(path, 'own');
  try {
    await expectRollupsEqualRecount(store);
    const calls =
      await store.all(sql`SELECT id, ts, ts_known, session, account, tool, args, error, agent, model, query, reading,
      verdict, basis, findings, present, returned, matched, limit_value, unseen_kind, unseen_rows, recovered, payload_length,
      (SELECT group_concat(view || length) FROM (SELECT * FROM payloads WHERE call_id = calls.id ORDER BY view)) AS payloads
      FROM calls ORDER BY id`);
    const answers = await store.all(sql`SELECT id, ts, session, account, question, text FROM answers ORDER BY id`);
    const counted = await store.all(sql`SELECT sum(calls) AS calls, sum(answers) AS answers FROM sources`);
    expect(counted).toEqual([{ calls: calls.length, answers: answers.length }]);
    return { calls, answers };
  } finally {
    store.close();
  }
}

const turn: fc.Arbitrary<Turn> = fc.record({
  named: fc.boolean(),
  steps: fc.array(
    fc.record({
      told: fc.constantFrom('span', 'span without id', 'messages', 'both'),
      result: fc.constantFrom('span', 'messages', 'next turn', 'nowhere'),
      rows: fc.nat(3),
    }),
    { maxLength: 3 },
  ),
});

const sending = fc
  .array(fc.array(turn, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
  .chain((turns) => {
    const spans = turns.flatMap((one, i) => conversation(`talk-${i}`, one));
    // Each span at least once, in any order, some of them again, cut into requests.
    return fc.record({
      spans: fc.constant(spans),
      order: fc.shuffledSubarray([...spans, ...spans.filter((_, i) => i % 3 === 0)], { minLength: spans.length }),
      cuts: fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('nothing', 'quiet', 'killed')), {
        minLength: 1,
        maxLength: 20,
      }),
    });
  });

test('however spans are cut into requests, reordered, sent again and killed in between, the store says the same', async () => {
  await fc.assert(
    fc.asyncProperty(sending, async ({ spans, order, cuts }) => {
      const all = [...order, ...spans.filter((span) => !order.includes(span))];
      const requests: Request[] = [];
      for (let at = 0, i = 0; at < all.length; i++) {
        const [size, after] = cuts[i % cuts.length] ?? [1, 'nothing'];
        requests.push({ spans: all.slice(at, at + size), after });
        at += size;
      }
      expect(await told(requests)).toEqual(await told([{ spans, after: 'nothing' }]));
    }),
    { numRuns: 25 },
  );
});
