import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ensureBuilt, ownFolder } from '../../cli/run';
import { exportOf, hex } from './agent-traces';
import { Receiver } from './receiver';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const receiver = new Receiver(ownFolder());
beforeAll(async () => {
  ensureBuilt();
  await receiver.start();
}, 600_000);
afterAll(() => receiver.stop());

function toolSpan(name: string) {
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  return {
    traceId: hex(name, 32),
    spanId: hex(name, 16),
    name: 'execute_tool list',
    startTimeUnixNano: '1772532000000000000',
    endTimeUnixNano: '1772532000010000000',
    attributes: [text('gen_ai.tool.name', 'killed_tool'), text('gen_ai.tool.call.result', `["${name}"]`)],
  };
}

test('the worker is killed again and again: what was answered for is stored, once; the rest may be sent again', async () => {
  const stored = new Set<string>();
  let going = true;
  let refused = 0;
  const sender = async (who: number) => {
    for (let n = 0; going; n++) {
      const spans = [0, 1, 2].map((i) => toolSpan(`${who}/${n}/${i}`));
      for (let status = 0; status !== 200 && going; ) {
        const response = await receiver.post('/v1/traces', exportOf(spans), JSON_TYPE);
        status = response.status;
        if (status === 200) {
          for (const span of spans) stored.add(`${span.traceId}/${span.spanId}`);
          continue;
        }
        refused++;
        expect(status).toBe(503);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        await new Promise((later) => setTimeout(later, 20));
      }
    }
  };
  const senders = [1, 2, 3].map(sender);
  for (let kills = 0; kills < 3; kills++) {
    await new Promise((later) => setTimeout(later, 300 + kills * 170));
    await receiver.killWorker();
    await receiver.startWorker();
  }
  going = false;
  await Promise.all(senders);
  expect(refused).toBeGreaterThan(0);
  expect(stored.size).toBeGreaterThan(0);
  const ids = () => receiver.ask<{ id: string }>("SELECT id FROM calls WHERE tool = 'killed_tool'").map(({ id }) => id);
  await vi.waitFor(() => expect([...stored].filter((id) => !ids().includes(id))).toEqual([]), 20_000);
  expect(new Set(ids()).size).toBe(ids().length);
  expect(ids().every((id) => /^[0-9a-f]{32}\/[0-9a-f]{16}$/.test(id))).toBe(true);
  expect(receiver.ask('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});

test('a store that another program holds locked: 503 with Retry-After, and taken once it is free', async () => {
  const db = new Database(join(receiver.folder, 'own.db'));
  try {
    db.exec('BEGIN IMMEDIATE');
    const response = await receiver.post('/v1/traces', exportOf([toolSpan('locked')]), JSON_TYPE);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    db.exec('ROLLBACK');
  } finally {
    db.close();
  }
  await vi.waitFor(async () => {
    const again = await receiver.post('/v1/traces', exportOf([toolSpan('locked')]), JSON_TYPE);
    expect(again.status).toBe(200);
  }, 30_000);
});
