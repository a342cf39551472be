import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer } from '@/db/questions/answer';
import { answers, answersTouched } from '@/db/questions/answers';
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
  expect(await answersTouched(engine.store, ALL)).toEqual({ answers: 3, touched: 2 });
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
