import { describe, expect, test } from 'vitest';
import { readFixture, said, TRACE, told } from './spans';

describe('OTLP-JSON lines, GenAI conventions of today', () => {
  const log = readFixture('otlp-json/genai-current.jsonl');
  const place = { session: 'conv-1', account: 'acme', error: false };

  test('each call once: the tool’s result, what the model was sent, and results that only the next call holds', () => {
    expect([log.format, log.unit]).toEqual(['otlp-json', 'line']);
    const count = { id: 'call_more_0000000002', tool: 'count_rows', args: '{}', result: '{"count":7}', sent: null };
    const rows = '{"rows":[{"id":1},{"id":2}],"has_more":true}';
    const list = {
      id: 'call_rows_0000000001',
      tool: 'list_rows',
      args: '{"limit":2}',
      result: rows,
      sent: '2 rows shown',
    };
    expect(log.calls.map(told)).toEqual([
      { ...count, ...place },
      { ...list, ...place },
    ]);
    expect(log.calls[1]).toMatchObject({
      ts: Date.UTC(2026, 2, 3, 10, 0, 0, 110),
      durationMs: 40,
      agent: 'desk',
      model: 'm-1',
      version: '4.2.0',
      environment: 'prod',
    });
  });

  test('a later turn that repeats the history adds its own answer only', () => {
    expect(log.answers.map(said)).toEqual([
      { session: 'conv-1', account: 'acme', question: 'How many rows?', text: 'There are 7 rows.' },
      { session: 'conv-1', account: 'acme', question: 'Thanks', text: 'Welcome.' },
    ]);
    expect(log.skipped).toEqual({ 'span: opentelemetry.instrumentation.demo': 1 });
  });
});

describe('OTLP-JSON lines, older and other conventions', () => {
  test('indexed prompts with Traceloop tools, and messages as events', () => {
    const log = readFixture('otlp-json/genai-older.jsonl');
    const find = { id: 'call_find_0000000003', tool: 'find', args: '{"q":"it"}', result: '[1,2,3]', sent: null };
    const look = { id: 'call_this_0000000004', tool: 'look', args: '{"n":1}', result: 'one row', sent: null };
    expect(log.calls.map(told)).toEqual([
      { ...find, session: 's-old', account: 'bolt', error: false },
      { ...look, session: 'd4'.repeat(16), account: null, error: false },
    ]);
    expect(log.answers.map(({ question, text }) => [question, text])).toEqual([
      ['Find it', 'Found 3.'],
      ['And this?', 'One row.'],
    ]);
  });

  test('AI SDK, an MCP span below the tool’s own, AgentOps, and a masked tool', () => {
    const log = readFixture('otlp-json/ai-sdk-agentops-mcp.jsonl');
    expect(log.calls.map((call) => [call.tool, call.args, call.result, call.session, call.account])).toEqual([
      ['searchDocs', '{"query": "caps"}', 'five documents', 'sess-7', 'corp-7'],
      ['searchDocs', '{"query": "more"}', '{"hits": [1, 2]}', 'mcp-1', null],
      ['lookup', '{"id": 9}', 'nine', '08'.repeat(16), null],
      ['hide', '"__REDACTED__"', null, '08'.repeat(16), null],
    ]);
    expect(log.skipped).toEqual({
      'repeated tool span': 1,
      'tool result hidden by masking (__REDACTED__)': 1,
      'attributes dropped by the SDK on a tool span': 1,
    });
    expect(log.answers.map(({ text }) => text)).toEqual(['Five.']);
  });

  test('messages that were captured as log records only', () => {
    const log = readFixture('otlp-json/logs.jsonl');
    const seats = { id: 'call_sea_00000000016', tool: 'seats', args: '{"row":3}', result: '["3A","3B"]', sent: null };
    expect([log.format, log.unit]).toEqual(['otlp-json', 'line']);
    expect(log.calls.map(told)).toEqual([{ ...seats, session: '09'.repeat(16), account: null, error: false }]);
    expect(log.calls[0]?.ts).toBe(Date.UTC(2026, 2, 3, 10, 0, 0, 90));
    expect(log.answers.map(({ question, text }) => [question, text])).toEqual([['Seats?', 'Two.']]);
    expect(log.skipped).toEqual({ 'span: openai': 1, 'empty export': 1 });
  });

  test('one export as a document; a trace whose root is missing is told as it stands', () => {
    const log = readFixture('otlp-json/one-export.json');
    expect([log.format, log.unit]).toEqual(['otlp-json', 'document']);
    expect(log.calls.map(({ tool, result, session }) => [tool, result === null, session])).toEqual([
      ['count_rows', true, TRACE],
      ['list_rows', false, TRACE],
    ]);
  });
});

describe('Tempo and Jaeger', () => {
  test('Tempo: older names, ids in base64, Vertex attributes', () => {
    const log = readFixture('tempo/trace.json');
    const result = '{"content":[{"type":"text","text":"pod-1\\npod-2"}]}';
    const call = { id: 'call_pods_0000000007', tool: 'list_pods', args: '{"namespace":"x"}', result, sent: null };
    expect([log.format, log.unit]).toEqual(['tempo', 'document']);
    expect(log.calls.map(told)).toEqual([{ ...call, session: 'ctx-1', account: 'ops@example.org', error: false }]);
    const answer = { question: 'Which pods?', text: 'pod-1 and pod-2.', session: 'ctx-1', account: 'ops@example.org' };
    expect(log.answers.map(said)).toEqual([answer]);
  });

  test('Jaeger: tags, times in µs, a failed call; short call ids are the trace’s own', () => {
    const log = readFixture('jaeger/trace.json');
    const place = { session: 'js-1', account: 'globex', sent: null };
    const jobs = { tool: 'list_jobs', args: '{"limit":10}', result: '{"jobs":[0,1,2,3,4,5,6,7,8,9]}', error: false };
    expect(log.format).toBe('jaeger');
    expect(log.calls.map(told)).toEqual([
      { id: 'call_jobs_0000000008', ...jobs, ...place },
      { id: `${TRACE}/call_0`, tool: 'stop_job', args: '{"id":3}', result: null, error: true, ...place },
    ]);
    expect(log.calls[0]).toMatchObject({ ts: Date.UTC(2026, 2, 3, 10, 0, 0, 10), durationMs: 40, version: '9.1' });
    expect(log.answers.map(({ text }) => text)).toEqual(['Ten jobs.']);
  });
});
