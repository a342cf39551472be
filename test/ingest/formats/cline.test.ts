import { describe, expect, test } from 'vitest';
import { brief } from './brief';
import { fixture, readLog } from './read';

describe('cline', () => {
  test('calls by order: results in the record, in the records after it, or in the next request', () => {
    const log = readLog(fixture('cline/ui_messages.json'));
    expect([log.format, log.unit, log.reasons]).toEqual(['cline', 'document', []]);
    expect(brief(log)).toEqual({
      calls: [
        {
          id: 'cline-print/1767225600003/tool',
          tool: 'searchFiles',
          args: '{"tool":"searchFiles","path":"src","regex":"late"}',
          result: 'Found 2 results.\na.ts\nb.ts',
        },
        {
          id: 'cline-print/1767225600005/tool',
          tool: 'readFile',
          args: '{"tool":"readFile","path":"src/a.ts","content":"/srv/src/a.ts"}',
          result: 'const late = 2;',
        },
        {
          id: 'cline-print/1767225600007/command',
          tool: 'execute_command',
          args: '{"command":"rg late"}',
          result: 'a.ts:1\nb.ts:2',
        },
        {
          id: 'cline-print/1767225600010/mcp',
          tool: 'mcp__books__list',
          args: '{"limit":1}',
          result: '{"rows":[1],"has_more":true}',
        },
        {
          id: 'cline-print/1767225600013/tool',
          tool: 'editedExistingFile',
          args: '{"tool":"editedExistingFile","path":"a.ts","diff":"-1\\n+2"}',
          result: null,
        },
      ],
      answers: [
        ['cline-print/1767225600014/said', 'Which invoices are late?', 'Two are late.'],
        ['cline-print/1767225600017/said', 'Sure?', 'Yes, two.'],
      ],
      sessions: ['cline-print'],
      accounts: [null],
      agents: ['- - -'],
      times: ['2026-01-01T00:00:00.003Z', '2026-01-01T00:00:00.005Z', '2026-01-01T00:00:00.007Z'],
    });
    expect(log.skipped).toEqual({
      api_req_started: 2,
      'tool:draft': 1,
      mcp_server_request_started: 1,
      'completion_result:repeated': 2,
    });
  });

  test('recorded exchanges: the stream is put together, and the next request has the result', () => {
    const log = readLog(fixture('cline/recording.json'));
    expect([log.format, log.unit, log.reasons]).toEqual(['cline', 'document', []]);
    expect(brief(log)).toEqual({
      calls: [{ id: 'toolu_c1', tool: 'read_file', args: '{"path":"a"}', result: 'x = 1' }],
      answers: [['gen_2', 'Read a', 'It is 1.']],
      sessions: ['cline-print'],
      accounts: [null],
      agents: ['- m-1 -'],
      times: ['2026-01-01T00:00:00.000Z'],
    });
    expect(log.skipped).toEqual({ 'GET to another endpoint': 1, 'repeated call': 1 });
  });
});
