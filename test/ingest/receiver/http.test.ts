import { createConnection } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { REQUESTS, RESPONSES, STATUS } from '@/ingest/receiver/proto';
import { ensureBuilt, ownFolder } from '../../cli/run';
import { conversation, exportOf, hex, type OtlpSpan } from './agent-traces';
import { Receiver } from './receiver';

const MAX = 256 * 1024;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const PROTOBUF = { 'Content-Type': 'application/x-protobuf' };

const receiver = new Receiver(ownFolder(), { maxBody: MAX });
beforeAll(async () => {
  ensureBuilt();
  await receiver.start();
}, 600_000);
afterAll(() => receiver.stop());

function toolSpan(name: string, attributes: Record<string, string> = {}, more: Partial<OtlpSpan> = {}): OtlpSpan {
  const all = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'list',
    'gen_ai.tool.call.result': '[1,2]',
    ...attributes,
  };
  return {
    traceId: hex(name, 32),
    spanId: hex(name, 16),
    name: 'execute_tool list',
    startTimeUnixNano: '1772532000000000000',
    endTimeUnixNano: '1772532000010000000',
    attributes: Object.entries(all).map(([key, value]) => ({ key, value: { stringValue: value } })),
    ...more,
  };
}

function storedCalls(name: string) {
  return receiver.ask<{ id: string; tool: string; payload_length: number }>(
    'SELECT id, tool, payload_length FROM calls WHERE id LIKE ?',
    `${hex(name, 32)}%`,
  );
}

/** The same export in protobuf: ids are bytes there. */
function protobufOf(spans: readonly OtlpSpan[], ids: (hexId: string) => Uint8Array = bytesOf): Uint8Array<ArrayBuffer> {
  const message = {
    resourceSpans: [
      { scopeSpans: [{ spans: spans.map((one) => ({ ...one, traceId: ids(one.traceId), spanId: ids(one.spanId) })) }] },
    ],
  };
  return Uint8Array.from(REQUESTS.traces.encode(REQUESTS.traces.create(message)).finish());
}

function bytesOf(hexId: string): Uint8Array {
  return Buffer.from(hexId, 'hex');
}

async function statusOf(response: Response): Promise<{ code: number; message: string }> {
  expect(response.headers.get('content-type')).toBe('application/json');
  return (await response.json()) as { code: number; message: string };
}

describe('OTLP over HTTP', () => {
  test('JSON: all is well, and the call is in the store', async () => {
    const response = await receiver.post('/v1/traces', exportOf([toolSpan('json')]), JSON_TYPE);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toEqual({});
    await vi.waitFor(() => expect(storedCalls('json')).toHaveLength(1), 5_000);
  });

  test('protobuf is answered in protobuf; gzip; sent again it is no other call', async () => {
    const body = protobufOf([toolSpan('proto', { big: '1' })]);
    for (const packed of [false, true, true]) {
      const headers = packed ? { ...PROTOBUF, 'Content-Encoding': 'gzip' } : PROTOBUF;
      const response = await receiver.post('/v1/traces', packed ? Uint8Array.from(gzipSync(body)) : body, headers);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-protobuf']);
      expect(RESPONSES.traces.decode(new Uint8Array(await response.arrayBuffer()))).toEqual({});
    }
    await vi.waitFor(() => expect(storedCalls('proto')).toHaveLength(1), 5_000);
    await receiver.post('/v1/traces', body, PROTOBUF);
    await new Promise((later) => setTimeout(later, 600));
    expect(storedCalls('proto')).toHaveLength(1);
  });

  test('64-bit integers of any size keep every digit', async () => {
    const id = '9223372036854775807';
    const attributes = [
      { key: 'gen_ai.tool.name', value: { stringValue: 'big' } },
      { key: 'gen_ai.tool.call.result', value: { intValue: id } },
    ];
    const span = { ...toolSpan('big'), attributes } as unknown as OtlpSpan;
    const typed = REQUESTS.traces as unknown as { fromObject(value: object): object };
    const ids = { traceId: bytesOf(span.traceId), spanId: bytesOf(span.spanId) };
    const message = typed.fromObject({ resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, ...ids }] }] }] });
    const body = Uint8Array.from(REQUESTS.traces.encode(message).finish());
    expect((await receiver.post('/v1/traces', body, PROTOBUF)).status).toBe(200);
    await vi.waitFor(() => expect(storedCalls('big')).toMatchObject([{ payload_length: id.length }]), 5_000);
  });

  test.each([
    ['hex in capitals', (id: string) => id.toUpperCase()],
    ['base64', (id: string) => Buffer.from(id, 'hex').toString('base64')],
  ])('ids in %s are the same ids', async (kind, spell) => {
    const plain = toolSpan(kind);
    const spelled = { ...plain, traceId: spell(plain.traceId), spanId: spell(plain.spanId), unknownField: { a: [1] } };
    expect((await receiver.post('/v1/traces', exportOf([spelled]), JSON_TYPE)).status).toBe(200);
    await vi.waitFor(() => expect(storedCalls(kind)).toHaveLength(1), 5_000);
  });

  test('a bad span among good ones is counted and named, the good ones are kept', async () => {
    const spans = [toolSpan('good'), toolSpan('bad', {}, { spanId: '' })];
    const response = await receiver.post('/v1/traces', exportOf(spans), JSON_TYPE);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      partialSuccess: { rejectedSpans: 1, errorMessage: expect.stringContaining('spanId') },
    });
    await vi.waitFor(() => expect(storedCalls('good')).toHaveLength(1), 5_000);
  });

  test('tool spans without results: taken, with a warning that says what to switch on', async () => {
    const bare = toolSpan('bare', { 'gen_ai.tool.call.result': '' });
    const response = await receiver.post('/v1/traces', exportOf([bare]), JSON_TYPE);
    expect(await response.json()).toEqual({
      partialSuccess: { rejectedSpans: 0, errorMessage: expect.stringContaining('CAPTURE_MESSAGE_CONTENT') },
    });
    await vi.waitFor(() => expect(storedCalls('bare')).toMatchObject([{ payload_length: 0 }]), 5_000);
  });

  test.each(['/v1/traces', '/v1/logs'])('nothing in it is a success: %s', async (path) => {
    expect(await (await receiver.post(path, '{}', JSON_TYPE)).json()).toEqual({});
    expect((await receiver.post(path, new Uint8Array(), PROTOBUF)).status).toBe(200);
  });

  test('spans sent to the logs and log records sent to the traces are told where they belong', async () => {
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ timeUnixNano: '1772532000000000000' }] }] }] };
    const one = await receiver.post('/v1/traces', JSON.stringify(logs), JSON_TYPE);
    expect([one.status, (await statusOf(one)).message]).toEqual([400, expect.stringContaining('/v1/logs')]);
    const other = await receiver.post('/v1/logs', exportOf([toolSpan('lost')]), JSON_TYPE);
    expect([other.status, (await statusOf(other)).message]).toEqual([400, expect.stringContaining('/v1/traces')]);
    const third = await receiver.post('/v1/logs', protobufOf([toolSpan('lost')]), PROTOBUF);
    const said = STATUS.decode(new Uint8Array(await third.arrayBuffer())) as unknown as { errorMessage: string };
    expect([third.status, said.errorMessage]).toEqual([400, expect.stringContaining('/v1/traces')]);
  });

  test.each([
    ['broken JSON', '{"resourceSpans":[', JSON_TYPE, 400],
    ['no object', '[]', JSON_TYPE, 400],
    ['no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), JSON_TYPE, 400],
    ['broken protobuf', Uint8Array.of(0x0a, 0xff, 0xff, 0x03, 1), PROTOBUF, 400],
    ['broken gzip', 'no gzip at all', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, 400],
    ['half a gzip', Uint8Array.from(gzipSync('{}').subarray(0, 12)), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, 400],
    ['an unknown encoding', '{}', { ...JSON_TYPE, 'Content-Encoding': 'br' }, 415],
    ['an unknown type', '{}', { 'Content-Type': 'text/html' }, 415],
    ['too much', `{"a":"${'x'.repeat(MAX)}"}`, JSON_TYPE, 413],
    ['a bomb', Uint8Array.from(gzipSync(Buffer.alloc(64 * MAX))), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, 413],
    ['another origin', '{}', { ...JSON_TYPE, Origin: 'https://elsewhere.example' }, 403],
    ['a page without origin', '{}', { ...JSON_TYPE, Origin: 'null' }, 403],
  ] as const)('%s is refused', async (_, body, headers, status) => {
    const response = await receiver.post('/v1/traces', body, headers);
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBeNull();
    if ((headers as Record<string, string>)['Content-Type'] !== 'application/x-protobuf')
      expect((await statusOf(response)).message).not.toBe('');
  });

  test.each(['/v1/traces', '/v1/logs', '/api/ingest'])('%s is for POST only', async (path) => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${receiver.url}${path}`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
  });

  test('a sender that says too much without telling before is cut off after the answer', async () => {
    const { port } = new URL(receiver.url);
    const socket = createConnection(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    let said = '';
    socket.on('data', (data) => (said += data));
    const closed = new Promise<void>((done) => socket.on('close', () => done()));
    socket.write(
      'POST /v1/traces HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const timer = setInterval(() => socket.write(chunk), 10);
    await closed;
    clearInterval(timer);
    expect(said).toMatch(/^HTTP\/1.1 413 /);
  });

  test('a conversation: results that only the next turn holds, and answers, are there', async () => {
    const spans = conversation('talk', [
      { named: true, steps: [{ told: 'both', result: 'next turn', rows: 3 }] },
      { named: true, steps: [{ told: 'span', result: 'span', rows: 2 }] },
    ]);
    const [first, second] = [0, 1].map((turn) => spans.filter((one) => one.traceId === hex(`talk/${turn}`, 32)));
    for (const turn of [first ?? [], second ?? []]) {
      expect((await receiver.post('/v1/traces', exportOf(turn), JSON_TYPE)).status).toBe(200);
      await new Promise((later) => setTimeout(later, 600));
    }
    const calls = receiver.ask<{ payload_length: number; account: string }>(
      "SELECT payload_length, account FROM calls WHERE session = 'talk' ORDER BY ts",
    );
    expect(calls).toHaveLength(2);
    for (const { account, payload_length } of calls) {
      expect(account).toBe('user of talk');
      expect(payload_length).toBeGreaterThan(0);
    }
    expect(receiver.ask("SELECT text FROM answers WHERE session = 'talk' ORDER BY ts")).toEqual([
      { text: 'answer 0' },
      { text: 'answer 1' },
    ]);
  });
});

describe('POST /api/judge', () => {
  const call = { type: 'call', id: 'judged-1', session: 'j', tool: 'list', args: { limit: 2 } };
  const body = [
    { ...call, result: { rows: [{ id: 1 }, { id: 2 }], has_more: true } },
    { type: 'answer', id: 'judged-a', session: 'j', text: 'There are 2 rows.' },
  ]
    .map((record) => JSON.stringify(record))
    .join('\n');
  const stored = () => receiver.ask("SELECT id FROM calls WHERE id LIKE 'judged-%'");

  test('judges a log on the spot, and stores it only when that is asked for', async () => {
    const judged = await (await receiver.post('/api/judge', body)).json();
    expect(judged).toMatchObject({ format: 'native', kept: false, quarantined: [] });
    expect(judged.answers[0].claims).toMatchObject([{ value: 2, verdict: 'false_total', calls: ['judged-1'] }]);
    expect(stored()).toEqual([]);
    expect(await (await receiver.post('/api/judge?keep=1', body)).json()).toMatchObject({ kept: true });
    expect(stored()).toEqual([{ id: 'judged-1' }]);
    await receiver.post('/api/judge?keep=1', body);
    expect(stored()).toEqual([{ id: 'judged-1' }]);
    await vi.waitFor(() => expect(receiver.ask('SELECT is_false FROM claims')).toEqual([{ is_false: 1 }]), 20_000);
  });

  test('says what it cannot read, and refuses other pages and what is too large', async () => {
    const unknown = await receiver.post('/api/judge', 'no log at all');
    expect(unknown.status).toBe(422);
    expect((await unknown.json()).message).toContain('no log that Capwatch knows');
    expect((await receiver.post('/api/judge', body, { Origin: 'http://elsewhere.example' })).status).toBe(403);
    expect((await receiver.post('/api/judge', 'x'.repeat(9 * 1024 * 1024))).status).toBe(413);
  });
});

describe('POST /api/ingest', () => {
  const line = (id: string) =>
    `{"type":"call","id":"${id}","session":"s-${id}","args":{"q":"${id}"},"ts":1772000000000,"tool":"t","result":[1]}\n`;

  test('takes the native log, tells bad lines by their number, and the same again changes nothing', async () => {
    const body = `${line('n-1')}nonsense\n\n${line('n-2')}{"type":"call","id":"n-3","tool":"t"}\n{"type":"answer","id":"a-1","text":"done"}`;
    const first = await (await receiver.post('/api/ingest', body, { 'Content-Type': 'application/x-ndjson' })).json();
    expect(first).toMatchObject({ calls: 2, answers: 1, accounts: 0, census: 0, duplicates: 0 });
    expect(first.quarantined).toMatchObject({ matched: 2, returned: 2, lines: [{ line: 2 }, { line: 5 }] });
    const packed = await receiver.post('/api/ingest', Uint8Array.from(gzipSync(body)), { 'Content-Encoding': 'gzip' });
    expect(await packed.json()).toMatchObject({ calls: 0, answers: 0, duplicates: 3 });
  });

  test('lines over many chunks keep their numbers; the list of bad ones is bounded and says so', async () => {
    const lines = Array.from({ length: 10_100 }, (_, i) =>
      i % 100 === 7 ? `bad ${'x'.repeat(500)}\n` : line(`m-${i}`),
    );
    const response = await receiver.post('/api/ingest', lines.join(''));
    const said = (await response.json()) as {
      calls: number;
      quarantined: { matched: number; lines: { line: number }[] };
    };
    expect(said).toMatchObject({ calls: 9_999, quarantined: { matched: 101, returned: 100 } });
    expect(said.quarantined.lines.map((bad) => bad.line)).toEqual(Array.from({ length: 100 }, (_, i) => i * 100 + 8));
    // The log of the test before was sent twice: its two bad lines were set aside each time.
    expect(receiver.ask("SELECT kind, calls, quarantined FROM sources WHERE path = '/api/ingest'")).toMatchObject([
      { calls: 10_001, quarantined: 105 },
    ]);
  });

  test('a page of another site and a broken gzip are refused', async () => {
    expect((await receiver.post('/api/ingest', line('x'), { Origin: 'http://elsewhere.example' })).status).toBe(403);
    const broken = await receiver.post('/api/ingest', 'not packed', { 'Content-Encoding': 'gzip' });
    expect(broken.status).toBe(400);
    expect((await receiver.post('/api/ingest', '<p>', { 'Content-Type': 'text/html' })).status).toBe(415);
  });
});
