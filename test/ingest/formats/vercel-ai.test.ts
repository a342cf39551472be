import { describe, expect, test } from 'vitest';
import { brief } from './brief';
import { fixture, readLog } from './read';

describe('vercel-ai', () => {
  test('the stream of chunks: input by pieces or whole, failed and unanswered calls', () => {
    const log = readLog(fixture('vercel-ai/chunks.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['vercel-ai', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        { id: 'call_v1', tool: 'orders', args: '{"limit":1}', result: '{"orders":[1],"hasNextPage":true}' },
        { id: 'call_v2', tool: 'rate', args: '{"day":1}', result: 'no rate', error: true },
        { id: 'call_v3', tool: 'delete', args: '{}', result: null },
      ],
      answers: [['t', null, 'One order.']],
      sessions: ['vercel-print'],
      accounts: [null],
      agents: ['- - -'],
      times: [null],
    });
    expect(log.skipped).toEqual({
      start: 1,
      'start-step': 1,
      'reasoning-delta': 1,
      'tool-approval-request': 1,
      'finish-step': 1,
      'text-start': 1,
      finish: 1,
    });
  });

  test('stored UI messages', () => {
    const log = readLog(fixture('vercel-ai/ui.json'));
    expect([log.format, log.unit, log.reasons]).toEqual(['vercel-ai', 'document', []]);
    expect(brief(log)).toEqual({
      calls: [
        { id: 'call_v5', tool: 'orders', args: '{"limit":1}', result: '{"orders":[1]}' },
        { id: 'call_v6', tool: 'rate', args: '{}', result: 'down', error: true },
        { id: 'call_v7', tool: 'delete', args: '{"id":1}', result: null },
      ],
      answers: [['a1', 'Orders?', 'One order.']],
      sessions: ['chat-1'],
      accounts: [null],
      agents: ['- - -'],
      times: [null],
    });
    expect(log.skipped).toEqual({ 'part:step-start': 1 });
  });

  test('model messages with wrapped outputs', () => {
    const log = readLog(fixture('vercel-ai/model.json'));
    expect([log.format, log.unit, log.reasons]).toEqual(['vercel-ai', 'document', []]);
    expect(brief(log)).toEqual({
      calls: [{ id: 'call_v8', tool: 'orders', args: '{"limit":1}', result: '{"orders":[1]}' }],
      answers: [['~', 'Orders?', 'One.']],
      sessions: ['vercel-print'],
      accounts: [null],
      agents: ['- - -'],
      times: [null],
    });
    expect(log.skipped).toEqual({});
  });
});
