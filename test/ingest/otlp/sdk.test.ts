import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPLogExporter as JsonLogs } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufLogs } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufTraces } from '@opentelemetry/exporter-trace-otlp-proto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ensureDashboard } from '../../cli/run';
import { ITS_TRACE } from './case';
import { CASES } from './conventions';
import { Product } from './product';
import { inOneSpelling } from './spelling';
import { integrity, type StoredCall, storedAnswers, storedCalls } from './stored';
import { Telling } from './telling';

const folder = mkdtempSync(join(tmpdir(), 'capwatch-sdk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(ensureDashboard, 600_000);

const WAYS = [
  { way: 'JSON', Traces: JsonTraces, Logs: JsonLogs, compression: 'none' },
  { way: 'JSON, gzip', Traces: JsonTraces, Logs: JsonLogs, compression: 'gzip' },
  { way: 'protobuf', Traces: ProtobufTraces, Logs: ProtobufLogs, compression: 'none' },
  { way: 'protobuf, gzip', Traces: ProtobufTraces, Logs: ProtobufLogs, compression: 'gzip' },
] as const;

const EXPECTED = CASES.flatMap((one) => one.calls);
const SESSIONS = new Set([...EXPECTED, ...CASES.flatMap((one) => one.answers)].map(({ session }) => session));

function placed(session: string): string {
  return SESSIONS.has(session) ? session : ITS_TRACE;
}

/** As a case says it: calls without an id of their own, sessions without a name, one spelling of JSON. */
function told(call: StoredCall): StoredCall {
  return {
    ...call,
    id: call.id.includes('/') ? '(span)' : call.id,
    session: placed(call.session),
    args: inOneSpelling(call.args) ?? '',
    result: inOneSpelling(call.result),
    sent: inOneSpelling(call.sent),
  };
}

describe.each(WAYS)('an OpenTelemetry SDK sends to capwatch start: $way', ({ way, Traces, Logs, compression }) => {
  const product = new Product(join(folder, way.replace(/\W+/g, '-')));
  /** What the SDK complained of, by the case that was being sent. */
  const complaints = new Map<string, string[]>();

  beforeAll(async () => {
    await product.start();
    let current = '';
    const hear = (...words: unknown[]) =>
      complaints.set(current, [...(complaints.get(current) ?? []), words.map(String).join(' ')]);
    const silent = () => {};
    diag.setLogger(
      { error: hear, warn: hear, info: silent, debug: silent, verbose: silent },
      { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
    );
    // The two settings that a user of any SDK makes.
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', product.url);
    vi.stubEnv('OTEL_EXPORTER_OTLP_COMPRESSION', compression);
    for (const one of CASES) {
      current = one.name;
      const telling = new Telling({ spans: new Traces(), logs: new Logs() }, one.resource);
      one.tell(telling);
      await telling.done();
    }
    await vi.waitFor(() => expect(storedCalls(product.store).length).toBeGreaterThanOrEqual(EXPECTED.length), 60_000);
  }, 180_000);

  afterAll(async () => {
    vi.unstubAllEnvs();
    diag.disable();
    await product.stop();
  });

  test.each(CASES.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const sessions = new Set([...one.calls, ...one.answers].map(({ session }) => session));
    const ids = new Set(one.calls.map((call) => call.id));
    // A call that was stored twice has its id with a hash behind it.
    const mine = ({ id, session }: StoredCall) => sessions.has(session) && ids.has(id.split('~')[0] ?? '');
    const held = () => storedCalls(product.store).map(told).filter(mine);
    const expected = one.calls.map((call) => ({
      sent: null,
      error: false,
      present: expect.toSatisfy((rows) => rows === null || typeof rows === 'number'),
      ...call,
    }));
    // Cases share the session without a name: only the one that expects an answer there looks at it.
    const speaking = new Set([...sessions].filter((session) => session !== ITS_TRACE));
    for (const { session } of one.answers) speaking.add(session);
    const heard = () => storedAnswers(product.store).map((answer) => ({ ...answer, session: placed(answer.session) }));
    await vi.waitFor(() => expect(held()).toEqual(expected), 30_000);
    await vi.waitFor(() => expect(heard().filter(({ session }) => speaking.has(session))).toEqual(one.answers), 30_000);
    const warned = one.warning === undefined ? [] : [expect.stringContaining(one.warning)];
    expect(complaints.get(one.name) ?? []).toEqual(warned);
  });

  test('nothing beside these calls is stored, and the store is sound', () => {
    expect(storedCalls(product.store)).toHaveLength(EXPECTED.length);
    expect(storedAnswers(product.store)).toHaveLength(CASES.flatMap((one) => one.answers).length);
    expect(integrity(product.store)).toBe('ok');
  });
});
