import { ExportResultCode } from '@opentelemetry/core';
import { JsonLogsSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { LogRecordExporter } from '@opentelemetry/sdk-logs';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import { describe, expect, test } from 'vitest';
import { type ReadLog, readLog } from '../formats/read';
import { type Case, ITS_TRACE } from './case';
import { CASES } from './conventions';
import { inOneSpelling } from './spelling';
import { Telling } from './telling';

/** What the SDK exports, as the collector's file exporter writes it: one export a line. */
async function exported(one: Case): Promise<ReadLog> {
  const lines: string[] = [];
  const keep = (bytes: Uint8Array | undefined) => {
    if (bytes) lines.push(Buffer.from(bytes).toString());
  };
  const spans: SpanExporter = {
    export: (batch, done) => {
      keep(JsonTraceSerializer.serializeRequest(batch));
      done({ code: ExportResultCode.SUCCESS });
    },
    shutdown: () => Promise.resolve(),
  };
  const logs: LogRecordExporter = {
    export: (batch, done) => {
      keep(JsonLogsSerializer.serializeRequest(batch));
      done({ code: ExportResultCode.SUCCESS });
    },
    shutdown: () => Promise.resolve(),
  };
  const telling = new Telling({ spans, logs }, one.resource);
  one.tell(telling);
  await telling.done();
  return readLog(lines.join('\n'));
}

describe('what an SDK exports, read as a file', () => {
  test.each(CASES.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const log = await exported(one);
    const named = new Set([...one.calls, ...one.answers].map((expected) => expected.session));
    const place = (session: string) => (named.has(session) ? session : ITS_TRACE);
    const calls = log.calls.map((call) => ({
      id: call.id.includes('/') ? '(span)' : call.id,
      tool: call.tool,
      args: inOneSpelling(call.args),
      result: inOneSpelling(call.result),
      sent: inOneSpelling(call.sent),
      session: place(call.session),
      account: call.account ?? '',
      error: call.error,
    }));
    const expected = one.calls.map(({ present: _rows, ...call }) => ({ sent: null, error: false, ...call }));
    expect(calls.sort((a, b) => a.id.localeCompare(b.id))).toEqual(expected);
    const answers = log.answers.map(({ question, text, session, account }) => ({
      question,
      text,
      session: place(session),
      account: account ?? '',
    }));
    expect(answers).toEqual(one.answers);
    expect(log.reasons).toEqual([]);
  });
});
