import { describe, expect, test } from 'vitest';
import { brief } from './brief';
import { fixture, readLog } from './read';

describe('goose', () => {
  test('a header and messages, with a request that Goose could not read', () => {
    const log = readLog(fixture('goose/session.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['goose', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [{ id: 'g-t1', tool: 'weather__get', args: '{"city":"X"}', result: 'Sunny' }],
      answers: [['~', 'Weather?', 'It is sunny.']],
      sessions: ['goose-print'],
      accounts: [null],
      agents: ['- - -'],
      times: ['2026-01-01T00:00:01.000Z'],
    });
    expect(log.skipped).toEqual({ header: 1, 'toolRequest:invalid': 1 });
  });

  test('the export: structured content is the tool, the text is what was sent', () => {
    const log = readLog(fixture('goose/export.json'));
    expect([log.format, log.unit, log.reasons]).toEqual(['goose', 'document', []]);
    expect(brief(log)).toEqual({
      calls: [
        { id: 'g-t5', tool: 'shop__orders', args: '{"limit":1}', result: '{"orders":[7],"total":3}', sent: '1 order' },
        { id: 'g-t6', tool: 'shop__x', args: '{}', result: '-32602: unknown tool', error: true },
      ],
      answers: [['gm4', 'Orders?', 'One order.']],
      sessions: ['20260101_1'],
      accounts: [null],
      agents: ['- m-1 -'],
      times: ['2026-01-01T00:00:01.000Z'],
    });
    expect(log.skipped).toEqual({ header: 1, thinking: 1 });
  });
});
