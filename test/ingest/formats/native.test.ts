import { describe, expect, test } from 'vitest';
import { fixture, readLog } from './read';

describe('native log', () => {
  const log = readLog(fixture('native/v1.ndjson'));

  test('is recognised by content and read by lines', () => {
    expect([log.format, log.unit]).toEqual(['native', 'line']);
  });

  test('payloads stay the text that the log holds', () => {
    const [first, second] = log.calls;
    expect(first).toEqual({
      type: 'call',
      id: 'c-1',
      ts: Date.UTC(2026, 2, 13, 17, 20),
      session: 's-1',
      account: 'acct-1',
      tool: 'list_incidents',
      args: '{"since":"2026-03-09"}',
      result: '{"incidents":[{"id":1},{"id":2}],"returned":2}',
      sent: '2 incidents: 1, 2',
      error: false,
      agent: 'oncall',
      model: 'm-1',
      environment: 'production',
      version: 'deploy 4471',
      durationMs: 120,
    });
    expect(second?.result).toBe('{"count":3}');
  });

  test('only type, tool and result are required; the rest is derived', () => {
    const call = log.calls[1];
    expect(call).toMatchObject({ tool: 'count_things', args: '{}', ts: null, account: null, sent: null, error: false });
    expect(call?.id).toMatch(/^log-[0-9a-f]{20}$/);
    expect(readLog(fixture('native/v1.ndjson')).calls[1]?.id).toBe(call?.id);
    expect(readLog(fixture('native/v1.ndjson'), 'other').calls[1]?.id).not.toBe(call?.id);
  });

  test('numbers serve as ids, epoch seconds as times, and null as no result', () => {
    expect(log.calls[2]).toMatchObject({ id: '7', session: '5', result: null, args: '{}', ts: 1_773_422_400_000 });
  });

  test('answers, accounts and census records', () => {
    expect(log.records.map((record) => record.type)).toEqual(['account', 'call', 'call', 'answer', 'census', 'call']);
    expect(log.records[0]).toMatchObject({ id: 'acct-1', revenue: 1_200_000, segment: 'enterprise' });
    expect(log.answers[0]).toMatchObject({ question: 'How many?', text: 'There were 2 incidents.' });
    expect(log.records[4]).toMatchObject({
      tool: 'search_invoices',
      args: '{"status":"open"}',
      matched: 340,
      account: null,
    });
  });

  test('unknown types are skipped and counted; bad lines name the field', () => {
    expect(log.skipped).toEqual({ heartbeat: 1 });
    expect(log.reasons).toEqual([
      'field "result": required of a call',
      'field "tool": a non-empty string is required',
      'field "ts": a time such as "2026-03-13T17:20:00Z" is expected, found string',
      'field "error": true or false is expected, found string',
      'field "matched": a number of at least 0 is expected, found number',
      'field "type": a string is required',
      'the line is not valid JSON (cut, or broken)',
      'the line is JSON but not an object (array)',
    ]);
  });
});
