import { request } from 'node:http';
import { createConnection } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ensureBuilt, ownFolder } from '../../cli/run';
import { conversation, exportOf, hex, type OtlpSpan } from './agent-traces';
import { Receiver } from './receiver';

const SILENCE = 3_000;
const MAX = 16 * 1024 * 1024;
const JSON_TYPE = { 'Content-Type': 'application/json' };

const receiver = new Receiver(ownFolder(), { maxBody: MAX, silence: SILENCE });
beforeAll(async () => {
  ensureBuilt();
  await receiver.start();
}, 600_000);
afterAll(() => receiver.stop());

/** One trace of one tool span, whose result needs more than one byte a character. */
function traceOf(name: string): OtlpSpan[] {
  return conversation(name, [{ named: false, steps: [{ told: 'span', result: 'span', rows: 2 }] }]);
}

function callsOf(name: string): unknown[] {
  return receiver.ask('SELECT id FROM calls WHERE session = ?', hex(`${name}/0`, 32));
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

/** A request whose body comes in parts of the caller's own time. */
function begun(headers: Record<string, string> = {}): {
  write(part: Uint8Array): void;
  end(): void;
  answer: Promise<Answer>;
} {
  const sent = request(`${receiver.url}/v1/traces`, { method: 'POST', headers: { ...JSON_TYPE, ...headers } });
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
    });
  });
  return { write: (part) => sent.write(part), end: () => sent.end(), answer };
}

test('a body in pieces that cut characters, with pauses between, is whole', async () => {
  const spans = traceOf('pieces').map((span) => ({ ...span, name: `${span.name} ä€😀` }));
  const bytes = Buffer.from(exportOf(spans));
  const { write, end, answer } = begun();
  for (let at = 0; at < bytes.length; at += 211) {
    write(bytes.subarray(at, at + 211));
    if (at % (211 * 5) === 0) await pause(20);
  }
  end();
  expect(await answer).toEqual({ status: 200, retryAfter: undefined });
  await vi.waitFor(() => expect(callsOf('pieces')).toHaveLength(1), 5_000);
});

test.each(['application/json', 'application/x-protobuf'])(
  'a %s body that stops coming is answered 408 and the line is closed',
  async (type) => {
    const socket = createConnection(Number(new URL(receiver.url).port), '127.0.0.1');
    let said = '';
    socket.on('data', (data) => (said += data));
    const closed = new Promise<void>((done) => socket.on('close', () => done()));
    socket.write(`POST /v1/traces HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 500\r\n\r\n{"res`);
    await closed;
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
    expect(said).toContain(`Content-Type: ${type}`);
    expect(said).toContain('the body did not arrive');
  },
);

test('a pause shorter than the silence that is allowed is no end', async () => {
  const bytes = Buffer.from(exportOf(traceOf('slow')));
  const { write, end, answer } = begun();
  for (const part of [bytes.subarray(0, 50), bytes.subarray(50, 90), bytes.subarray(90)]) {
    write(part);
    await pause(SILENCE / 2);
  }
  end();
  expect((await answer).status).toBe(200);
});

test('more bodies at one time than there is room for: 429 with Retry-After, and room again afterwards', async () => {
  const part = Buffer.alloc(MAX - 1024, ' ');
  const held = Array.from({ length: 5 }, () => begun());
  for (const { write } of held) write(part);
  const refused = await Promise.race(held.map(({ answer }) => answer));
  expect(refused).toEqual({ status: 429, retryAfter: '1' });
  for (const { write, end } of held) {
    write(Buffer.from('{}'));
    end();
  }
  const statuses = (await Promise.allSettled(held.map(({ answer }) => answer))).flatMap((one) =>
    one.status === 'fulfilled' ? [one.value.status] : [],
  );
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3);
  expect((await receiver.post('/v1/traces', exportOf(traceOf('room')), JSON_TYPE)).status).toBe(200);
});

test('while a large body is read, others are answered', async () => {
  const spans = Array.from({ length: 3_000 }, (_, i) => traceOf(`large-${i}`)).flat();
  const start = performance.now();
  let over = false;
  const large = receiver.post('/v1/traces', exportOf(spans), JSON_TYPE).then(({ status }) => {
    over = true;
    return status;
  });
  const times: number[] = [];
  while (!over) {
    const before = performance.now();
    expect((await receiver.post('/v1/traces', '{}', JSON_TYPE)).status).toBe(200);
    times.push(performance.now() - before);
    await pause(5);
  }
  expect(await large).toBe(200);
  expect(times.length).toBeGreaterThan(4);
  expect(Math.max(...times)).toBeLessThan((performance.now() - start) / 2);
  await vi.waitFor(() => expect(callsOf('large-2999')).toHaveLength(1), 20_000);
}, 60_000);
