import { describe, expect, test } from 'vitest';
import { brief } from './brief';
import { fixture, readLog } from './read';

describe('openai-chat', () => {
  test('a list of messages that uses one call id twice', () => {
    const log = readLog(fixture('openai-chat/list.json'));
    expect([log.format, log.unit, log.reasons]).toEqual(['openai-chat', 'document', []]);
    expect(brief(log)).toEqual({
      calls: [
        {
          id: 'call_0',
          tool: 'list_invoices',
          args: '{"account_id":"ACME","limit":2}',
          result: '{"invoices":[{"id":1},{"id":2}],"has_more":true}',
        },
        { id: 'call_1', tool: 'get_rate', args: '{}', result: '1.1' },
        { id: '~', tool: 'list_invoices', args: '{"account_id":"ACME","overdue":true}', result: '[]' },
      ],
      answers: [
        ['~', 'What does ACME owe?', 'ACME owes two invoices.'],
        ['~', 'And overdue?', 'None is overdue.'],
      ],
      sessions: ['chat-print'],
      accounts: [null],
      agents: ['- - -'],
      times: [null],
    });
    expect(log.skipped).toEqual({ 'message:system': 1 });
  });

  test('requests that repeat their history count each call and answer once; conversations are told apart', () => {
    const log = readLog(fixture('openai-chat/requests.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['openai-chat', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        {
          id: 'call_0',
          tool: 'list_invoices',
          args: '{"account_id":"ACME","limit":2}',
          result: '{"invoices":[{"id":1},{"id":2}],"has_more":true}',
        },
        { id: '~', tool: 'list_invoices', args: '{"account_id":"B"}', result: null },
      ],
      answers: [
        ['~', 'What does ACME owe?', 'ACME owes two.'],
        ['~', 'Thanks', 'Welcome.'],
      ],
      sessions: ['chat-print-23185004d974e6af', 'chat-print-2928d717066d75fd'],
      accounts: ['acme', null],
      agents: ['- gpt-x-1 -', '- gpt-x -'],
      times: ['2026-01-01T00:00:00.000Z', null],
    });
    expect(log.skipped).toEqual({ 'message:system': 3, 'repeated call': 2, 'further choice': 1, 'repeated result': 1 });
  });

  test('the same as one list, with session and account in the metadata', () => {
    const log = readLog(fixture('openai-chat/exchanges.json'));
    expect([log.format, log.unit, log.reasons]).toEqual(['openai-chat', 'document', []]);
    expect(brief(log)).toEqual({
      calls: [
        {
          id: 'call_0',
          tool: 'list_invoices',
          args: '{"account_id":"ACME","limit":2}',
          result: '{"invoices":[{"id":1},{"id":2}],"has_more":true}',
        },
      ],
      answers: [['~', 'What does ACME owe?', 'Two.']],
      sessions: ['s-9'],
      accounts: ['acme'],
      agents: ['- - -'],
      times: ['2026-01-01T00:00:00.000Z'],
    });
    expect(log.skipped).toEqual({ 'message:system': 2, 'repeated call': 1 });
  });

  test('one message per line, with the older functions', () => {
    const log = readLog(fixture('openai-chat/messages.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['openai-chat', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [{ id: '~', tool: 'lookup', args: '{"q":1}', result: '{"rows":[]}' }],
      answers: [['~', 'Old style?', 'Nothing found.']],
      sessions: ['s-old'],
      accounts: [null],
      agents: ['- - -'],
      times: [null],
    });
    expect(log.skipped).toEqual({});
  });
});
