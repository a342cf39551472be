import { describe, expect, test } from 'vitest';
import { brief } from './brief';
import { fixture, readLog } from './read';

describe('openai-responses', () => {
  test('a response with server tools that carry their result, and a call that waits for the next request', () => {
    const log = readLog(fixture('openai-responses/response.json'));
    expect([log.format, log.unit, log.reasons]).toEqual(['openai-responses', 'document', []]);
    expect(brief(log)).toEqual({
      calls: [
        { id: 'mcp_1', tool: 'mcp__crm__search', args: '{"limit":5}', result: '{"results":[1,2,3,4,5]}' },
        { id: 'mcp_2', tool: 'mcp__crm__search', args: '{}', result: '{"type":"http_error","code":500}', error: true },
        { id: 'fs_1', tool: 'file_search', args: '{"queries":["terms"]}', result: '[{"file_id":"f1"}]' },
        { id: 'ci_1', tool: 'code_interpreter', args: '{"code":"print(1)"}', result: '[{"type":"logs","logs":"1"}]' },
        { id: 'ws_1', tool: 'web_search', args: '{"type":"open_page","url":"https://example.com"}', result: null },
        { id: 'call_r1', tool: 'get_rate', args: '{}', result: null },
      ],
      answers: [['msg_r1', null, 'Five were found.']],
      sessions: ['conv_7'],
      accounts: ['acme'],
      agents: ['- gpt-y -'],
      times: ['2026-01-01T00:00:00.000Z'],
    });
    expect(log.skipped).toEqual({ 'item:reasoning': 1, 'item:mcp_list_tools': 1 });
  });

  test('the output comes in the next request, which repeats the call', () => {
    const log = readLog(fixture('openai-responses/exchange.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['openai-responses', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [{ id: 'call_ra', tool: 'get_rate', args: '{"day":1}', result: '{"rate":1.1}' }],
      answers: [['msg_b', 'What is the rate?', 'It is 1.1.']],
      sessions: ['responses-print'],
      accounts: ['acme'],
      agents: ['- gpt-y -'],
      times: ['2026-01-01T00:00:00.000Z'],
    });
    expect(log.skipped).toEqual({ 'repeated call': 1 });
  });
});
