import { describe, expect, test } from 'vitest';
import { brief } from './brief';
import { fixture, readLog } from './read';

describe('anthropic-messages', () => {
  test('a list of messages; what a program adds beside results is no question', () => {
    const log = readLog(fixture('anthropic-messages/list.json'));
    expect([log.format, log.unit, log.reasons]).toEqual(['anthropic-messages', 'document', []]);
    expect(brief(log)).toEqual({
      calls: [
        { id: 'toolu_a1', tool: 'list_orders', args: '{"limit":2}', result: '{"orders":[1,2]}' },
        { id: 'toolu_a2', tool: 'get_order', args: '{"id":9}', result: 'no such order', error: true },
      ],
      answers: [['~', 'Find the late orders', 'Two orders are late.']],
      sessions: ['anthropic-print'],
      accounts: [null],
      agents: ['- - -'],
      times: [null],
    });
    expect(log.skipped).toEqual({ 'assistant:thinking': 1 });
  });

  test('requests that repeat their history, and a server tool in the answer', () => {
    const log = readLog(fixture('anthropic-messages/exchange.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['anthropic-messages', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        { id: 'toolu_a1', tool: 'list_orders', args: '{"limit":2}', result: '{"orders":[1,2]}' },
        { id: 'srvtoolu_1', tool: 'web_search', args: '{"query":"q"}', result: '[]' },
      ],
      answers: [['msg_2', 'Find the late orders', 'Two \nare late.']],
      sessions: ['ses-a'],
      accounts: ['acme'],
      agents: ['- claude-x -'],
      times: ['2026-01-05T08:00:00.000Z', '2026-01-05T08:00:09.000Z'],
    });
    expect(log.skipped).toEqual({ 'repeated call': 1 });
  });

  test('Factory Droid sessions', () => {
    const log = readLog(fixture('anthropic-messages/droid.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['anthropic-messages', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [{ id: 'tu_d1', tool: 'Execute', args: '{"command":"ls"}', result: 'a\nb' }],
      answers: [['d4', 'List', 'Two.']],
      sessions: ['droid-1'],
      accounts: [null],
      agents: ['- - 0.81.0'],
      times: ['2026-01-05T08:00:01.000Z'],
    });
    expect(log.skipped).toEqual({ session_start: 1, todo_state: 1 });
  });

  test('a recording of a managed agent', () => {
    const log = readLog(fixture('anthropic-messages/managed.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['anthropic-messages', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        { id: 'e2', tool: 'mcp__exa__search', args: '{"numResults":5}', result: 'rejected', error: true },
        { id: 'e4', tool: 'web_fetch', args: '{"url":"u"}', result: '894 stars' },
      ],
      answers: [['e6', 'Stars?', '894.']],
      sessions: ['sesn_7'],
      accounts: [null],
      agents: ['- - -'],
      times: ['2026-01-05T08:00:01.000Z', null],
    });
    expect(log.skipped).toEqual({ session: 1, 'client.beta.sessions.events.send': 1 });
  });
});
