import { describe, expect, test } from 'vitest';
import { fixture, readLog } from './read';

describe('MCP JSON-RPC lines', () => {
  const log = readLog(fixture('mcp/raw.jsonl'));
  const named = (tool: string) => log.calls.filter((call) => call.tool === tool);

  test('pairs by id within a connection; ids start again with the next', () => {
    expect([log.format, log.unit]).toEqual(['mcp', 'line']);
    const [first, second] = named('list_books');
    expect(first).toMatchObject({ args: '{"limit":2}', agent: 'desk', version: '0.4.0', error: false });
    expect(first?.result).toContain('has_more');
    expect(second).toMatchObject({ version: '0.5.0', result: '{"content":[{"type":"text","text":"[]"}]}' });
    expect(second?.id).not.toBe(first?.id);
    expect(second?.session).not.toBe(first?.session);
  });

  test('errors of the tool and of the protocol are errors', () => {
    expect(named('get_book')[0]).toMatchObject({ error: true });
    expect(named('fails')[0]).toMatchObject({ error: true, result: '{"code":-32000,"message":"boom"}' });
  });

  test('a response before its request is one call', () => {
    expect(named('early_bird')).toEqual([expect.objectContaining({ result: expect.stringContaining('came before') })]);
    expect(named('unknown tool')).toEqual([]);
  });

  test('a call that the connection never answered has no result', () => {
    expect(named('never_answered')).toEqual([expect.objectContaining({ result: null })]);
  });

  test('other methods are skipped by name, broken lines quarantined', () => {
    expect(log.calls).toHaveLength(6);
    expect(log.skipped).toEqual({
      initialize: 2,
      'initialize response': 2,
      'notifications/initialized': 1,
      'tools/list': 1,
      'tools/list response': 1,
      'error response without request': 1,
    });
    expect(log.reasons).toEqual([
      'field "params.name" of a tools/call: a non-empty string is required',
      'the line is not valid JSON (cut, or broken)',
    ]);
  });
});

describe('MCP logs of other makers', () => {
  test('responses only: every tool result is a call of an unknown tool', () => {
    const log = readLog(fixture('mcp/responses-only.log'));
    expect(log.calls.map(({ tool, version }) => [tool, version])).toEqual([
      ['unknown tool', '1.2'],
      ['unknown tool', '1.2'],
    ]);
    expect(log.skipped).toEqual({ 'response without request': 1 });
  });

  test('a document of messages', () => {
    const log = readLog(fixture('mcp/session.json'));
    expect(log.unit).toBe('document');
    expect(log.calls).toEqual([expect.objectContaining({ tool: 'apply', args: '{ "code": "X" }' })]);
  });

  test('text logs of proxies and hosts, processes told apart', () => {
    const log = readLog(fixture('mcp/proxy.log'));
    expect(log.calls.map(({ tool, session, args, result }) => [tool, session, args, result])).toEqual([
      ['web_search', 'conv-0', '{"q":"caps"}', null],
      ['fetch', 'mcp-print-42', '{"url":"x"}', '{"content":[{"type":"text","text":"page"}]}'],
      ['search', 'conv-1', '{"max_results":5}', '{"content":[{"type":"text","text":"[1,2,3,4,5]"}]}'],
      ['desk', 'mcp-print-books', '{}', '{"content":[{"type":"text","text":"ok"}]}'],
    ]);
    expect(log.calls[2]?.ts).toBe(Date.UTC(2026, 0, 5, 10, 0, 1));
    expect(log.skipped).toEqual({ 'text line': 1 });
  });

  test('the Python interceptor, by lines and grouped by session', () => {
    const log = readLog(fixture('mcp/interceptor.jsonl'));
    expect(log.calls.map(({ tool, args, session, ts }) => [tool, args, session, ts])).toEqual([
      ['find_rows', '{"limit":3}', 'mcp-print-0', Date.UTC(2026, 0, 6, 10, 0, 2)],
      ['find_rows', '{"q":"x"}', 'sess-9', Date.UTC(2026, 0, 6, 11)],
    ]);
  });
});
