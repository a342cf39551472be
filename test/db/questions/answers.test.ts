import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer } from '@/db/questions/answer';
import { answers, answersSum } from '@/db/questions/answers';
import { answersBy } from '@/db/questions/answers-by';
import { answersWaiting } from '@/db/questions/answers-waiting';
import { FALSE_VERDICTS } from '@/lib/claims';
import type { AnswerRecord } from '@/lib/records';
import { call, T0 } from '../../ingest/records';
import { type Engine, sqliteEngine } from '../engine';

let engine: Engine;
beforeEach(() => {
  engine = sqliteEngine();
});
afterEach(() => engine.close());

const ALL = {
  from: 0,
  to: T0 + 10 ** 9,
  tools: [],
  accounts: [],
  segments: [],
  verdicts: [],
  caps: 'imposed' as const,
};
const rows = (n: number) =>
  JSON.stringify({ incidents: Array.from({ length: n }, (_, id) => ({ id, title: `i${id}` })) });

function said(id: string, session: string, ts: number, text: string): AnswerRecord {
  return { type: 'answer', id, ts, session, account: 'acct-1', question: null, text };
}

function write() {
  const { id } = engine.pipeline.open({ kind: 'file', path: 'log', fingerprint: 'log', format: 'native', size: 10 });
  const asked = { tool: 'list_incidents', account: 'acct-1' };
  const capped = JSON.stringify({ ...JSON.parse(rows(20)), has_more: true });
  const whole = JSON.stringify({ ...JSON.parse(rows(7)), has_more: false, total: 7 });
  engine.pipeline.write({
    source: id,
    records: [
      { ...call('c-1'), ...asked, session: 's-1', ts: T0, args: '{}', result: capped },
      said('a-1', 's-1', T0 + 10, 'There were **20 incidents** last week, all in “payments”.'),
      { ...call('c-2'), ...asked, session: 's-1', ts: T0 + 20, args: '{"service":"x"}', result: whole },
      said('a-2', 's-1', T0 + 30, 'Service x had 7 incidents.'),
      said('a-3', 's-2', T0 + 40, 'Hello.'),
    ],
    progress: { position: 10, size: 10, state: null, status: 'done' },
    sourceTime: T0,
  });
}

test.each([
  ['there were 20 incidents', ['a-1']],
  ['There  were "20 incidents" last week, all in payments', ['a-1']],
  ['incidents 7', ['a-2']],
  ['a-3', ['a-3']],
  ['s-1', ['a-2', 'a-1']],
  ['no such words', []],
])('a pasted fragment finds its answers: %s', async (q, ids) => {
  write();
  const page = await answers(engine.store, ALL, { q, touched: false }, { limit: 10 });
  expect(page.rows.map(({ id }) => id)).toEqual(ids);
  expect(page).toMatchObject({ matched: ids.length, returned: ids.length, next: null });
});

test('pages of the list declare how much they are of how much', async () => {
  write();
  const first = await answers(engine.store, ALL, { q: null, touched: false }, { limit: 2 });
  expect([first.matched, first.returned, first.next]).toEqual([3, 2, '2']);
  const rest = await answers(engine.store, ALL, { q: null, touched: false }, { limit: 2, cursor: first.next });
  expect(rest.rows.map(({ id }) => id)).toEqual(['a-1']);
});

test('answers after a capped call are told apart, and an answer is judged by the calls of its own turn', async () => {
  write();
  expect(await answersSum(engine.store, ALL)).toMatchObject({ answers: 3, touched: 2 });
  const bad = await answer(engine.store, 'a-1');
  expect(bad?.claims.map(({ value, verdict, calls }) => [value, verdict, calls])).toEqual([
    [20, 'false_total', ['c-1']],
    [null, 'sample_as_whole', ['c-1']],
  ]);
  const good = await answer(engine.store, 'a-2');
  expect(good?.turn.calls.map(({ id }) => id)).toEqual(['c-2']);
  expect(good?.claims.map(({ value, verdict }) => [value, verdict])).toEqual([[7, 'supported']]);
  expect(await answer(engine.store, 'nobody')).toBeNull();
});

test('what comes later changes what an answer is worth', async () => {
  write();
  const { id } = engine.pipeline.open({ kind: 'file', path: 'more', fingerprint: 'more', format: 'native', size: 10 });
  engine.pipeline.write({
    source: id,
    records: [said('a-4', 's-3', T0 + 60, 'There are 20 incidents.')],
    progress: { position: 5, size: 10, state: null, status: 'following' },
    sourceTime: T0,
  });
  expect((await answer(engine.store, 'a-4'))?.claims[0]?.verdict).toBe('unsupported');
  engine.pipeline.write({
    source: id,
    records: [
      {
        ...call('c-9'),
        tool: 'count_incidents',
        account: 'acct-1',
        session: 's-3',
        ts: T0 + 50,
        args: '{}',
        result: JSON.stringify({ ...JSON.parse(rows(20)), has_more: false, total: 20 }),
      },
    ],
    progress: { position: 10, size: 10, state: null, status: 'done' },
    sourceTime: T0,
  });
  expect((await answer(engine.store, 'a-4'))?.claims[0]?.verdict).toBe('supported');
});

const whole = (n: number) => JSON.stringify({ ...JSON.parse(rows(n)), has_more: false, total: n });

test('claims of answers are taken down, summed by tool, account and segment, and found by verdict', async () => {
  write();
  expect(await answersSum(engine.store, ALL)).toMatchObject({ judged: 0, withFalse: 0 });
  await engine.pipeline.settle();
  expect(await answersSum(engine.store, ALL)).toEqual({
    answers: 3,
    touched: 2,
    judged: 3,
    withFalse: 1,
  });
  const found = await answers(engine.store, ALL, { q: null, touched: false, verdict: 'false' }, { limit: 10 });
  expect(found.rows.map(({ id, claims, falseClaims }) => [id, claims, falseClaims])).toEqual([['a-1', 2, 2]]);
  const byVerdict = { q: null, touched: false, verdict: 'supported' } as const;
  expect((await answers(engine.store, ALL, byVerdict, { limit: 10 })).rows.map(({ id }) => id)).toEqual(['a-2']);
  expect(await answersBy(engine.store, ALL, 'tool', { limit: 5 })).toMatchObject({
    rows: [{ key: 'list_incidents', claiming: 2, withFalse: 1 }],
    matched: 1,
    returned: 1,
  });
  expect((await answersBy(engine.store, ALL, 'account', { limit: 5 })).rows).toMatchObject([
    { key: 'acct-1', claiming: 2, withFalse: 1 },
  ]);
  const other = { ...ALL, tools: ['search_files'] };
  expect(await answersSum(engine.store, other)).toMatchObject({ answers: 0, withFalse: 0 });
});

test('an answer waits again when a call before it comes or changes, and only then', async () => {
  write();
  await engine.pipeline.settle();
  const waiting = async () => (await answersWaiting(engine.store, 0, 10)).map(({ id }) => id);
  expect(await waiting()).toEqual([]);
  const late = { ...call('c-0'), tool: 'list_incidents', account: 'acct-1', session: 's-1', args: '{"late":1}' };
  engine.write([{ ...late, ts: T0 + 25, result: whole(3) }]);
  expect(await waiting()).toEqual(['a-2']);
  await engine.pipeline.settle();
  expect(await waiting()).toEqual([]);
  engine.write([{ ...late, id: 'c-10', ts: T0 + 100, result: whole(3) }, said('a-0', 's-1', T0 - 5, 'Nothing.')]);
  expect(await waiting()).toEqual(['a-1', 'a-2', 'a-0']);
});

test('everything waits again when the store is read anew, since the rules may have changed', async () => {
  write();
  await engine.pipeline.settle();
  engine.pipeline.forgetAnswers();
  expect(await answersSum(engine.store, ALL)).toMatchObject({ judged: 0, withFalse: 0 });
  expect((await answersBy(engine.store, ALL, 'tool', { limit: 5 })).rows).toEqual([]);
  await engine.pipeline.settle();
  expect(await answersSum(engine.store, ALL)).toMatchObject({ judged: 3, withFalse: 1 });
});

test('without times the order of the log says which calls an answer rests on', async () => {
  const asked = { tool: 'list_incidents', account: 'acct-1', session: 's-9', ts: null };
  engine.write([
    { ...call('u-1'), ...asked, args: '{}', result: whole(7) },
    { ...said('b-1', 's-9', 0, 'There are 7 incidents.'), ts: null },
    { ...call('u-2'), ...asked, args: '{"service":"x"}', result: whole(4) },
    { ...said('b-2', 's-9', 0, 'Service x had 4 incidents.'), ts: null },
  ]);
  const turnOf = async (id: string) => (await answer(engine.store, id))?.turn.calls.map((one) => one.id);
  expect(await turnOf('b-1')).toEqual(['u-1']);
  expect(await turnOf('b-2')).toEqual(['u-2']);
  await engine.pipeline.settle();
  expect(await answersSum(engine.store, { ...ALL, to: T0 + 10 ** 11 })).toMatchObject({ judged: 2, withFalse: 0 });
});

test('however a log is cut and ordered, what is taken down is what judging now says', async () => {
  const records = fc.shuffledSubarray(
    Array.from({ length: 12 }, (_, i) =>
      i % 3 === 2
        ? said(`p-${i}`, `s-${i % 2}`, T0 + (i % 5), `There are ${i} incidents, all of them open.`)
        : { ...call(`q-${i}`), tool: 'list_incidents', session: `s-${i % 2}`, ts: T0 + (i % 7), result: whole(i) },
    ),
    { minLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(records, fc.array(fc.nat(11), { maxLength: 4 }), async (log, cuts) => {
      const own = sqliteEngine();
      try {
        const ends = [...new Set([...cuts, log.length])].sort((a, b) => a - b);
        let from = 0;
        for (const end of ends) {
          own.write(log.slice(from, end));
          from = Math.max(from, end);
          await own.pipeline.settle();
        }
        const listed = await answers(own.store, ALL, { q: null, touched: false }, { limit: 50 });
        for (const { id, claims, falseClaims } of listed.rows) {
          const now = (await answer(own.store, id))?.claims ?? [];
          expect([claims, falseClaims]).toEqual([
            now.length,
            now.filter(({ verdict }) => FALSE_VERDICTS.includes(verdict)).length,
          ]);
        }
      } finally {
        own.close();
      }
    }),
    { numRuns: 40 },
  );
});
