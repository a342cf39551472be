import { describe, expect, test } from 'vitest';
import { brief } from './brief';
import { fixture, readLog } from './read';

describe('codex', () => {
  test('2025 rollouts: bare items under a header, output wrapped in a JSON text', () => {
    const log = readLog(fixture('codex/bare.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['codex', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        {
          id: 'call_cxbare1',
          tool: 'shell',
          args: '{"command":["bash","-lc","ls ledgers"]}',
          result: 'a.csv\nb.csv\n',
          ms: 200,
        },
      ],
      answers: [['msg_b1', 'How many ledgers are there?', 'There are two ledgers.']],
      sessions: ['cx-bare'],
      accounts: [null],
      agents: ['- - -'],
      times: [null],
    });
    expect(log.skipped).toEqual({ session_meta: 1, state: 2, 'message:not a question': 1, 'item:reasoning': 1 });
  });

  test('wrapped items: events repeat them, and hold the whole result where the item was shortened', () => {
    const log = readLog(fixture('codex/wrapped.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['codex', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        {
          id: 'call_cxw1',
          tool: 'shell',
          args: '{"command":["bash","-lc","rg -l tax"]}',
          result:
            'src/1.ts\nsrc/2.ts\nsrc/3.ts\nsrc/4.ts\nsrc/5.ts\nsrc/6.ts\nsrc/7.ts\nsrc/8.ts\nsrc/9.ts\nsrc/10.ts\nsrc/11.ts\nsrc/12.ts\n',
          sent: 'Total output lines: 12\n\nsrc/1.ts\nsrc/2.ts\n[... omitted 8 of 12 lines ...]\nsrc/11.ts\nsrc/12.ts\n',
          ms: 1500,
        },
        {
          id: 'call_cxw3',
          tool: 'apply_patch',
          args: '{"input":"*** Begin Patch\\n*** End Patch"}',
          result: 'Failed to apply',
          error: true,
          ms: 100,
        },
        {
          id: 'call_cxw2',
          tool: 'tracker__list_issues',
          args: '{"limit":2}',
          result: '{"issues":[{"id":1},{"id":2}],"has_more":true}',
          sent: '2 issues',
        },
      ],
      answers: [['msg_cxw', 'Which files import the tax table?', 'Twelve files do.']],
      sessions: ['cx-wrapped'],
      accounts: [null],
      agents: ['- gpt-5-codex 0.46.0'],
      times: ['2025-11-02T10:00:03.000Z', '2025-11-02T10:00:05.000Z'],
    });
    expect(log.skipped).toEqual({
      session_meta: 1,
      turn_context: 1,
      'event:user_message': 1,
      'event:agent_message': 1,
      'event:exec_command_begin': 1,
      'event:exec_command_end': 1,
      'event:mcp_tool_call_end': 1,
      'repeated result': 1,
      'event:task_complete': 1,
      compacted: 1,
    });
  });

  test('newer rollouts: forks, namespaces, content lists, server tools, an aborted turn and an open call', () => {
    const log = readLog(fixture('codex/unified.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['codex', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        {
          id: 'call_cxu1',
          tool: 'exec_command',
          args: '{"cmd":"cat log","max_output_tokens":100}',
          result:
            'Chunk ID: ab12cd\nWall time: 0.2500 seconds\nProcess exited with code 2\nOriginal token count: 9\nOutput:\ncat: log: No such file\n',
          error: true,
          ms: 250,
        },
        { id: 'call_cxu2', tool: 'tool_search', args: '{"query":"logs"}', result: '[{"name":"tail_logs"}]' },
        { id: 'call_cxu3', tool: 'mcp__ops__tail_logs', args: '{}', result: 'line one\n[input_image]' },
        { id: 'ws_1', tool: 'web_search', args: '{"type":"search","query":"log viewer"}', result: null },
        { id: 'call_cxu4', tool: 'exec_command', args: '{"cmd":"sleep 60"}', result: null },
      ],
      answers: [],
      sessions: ['cx-fork'],
      accounts: [null],
      agents: ['- gpt-5.5 0.131.0'],
      times: ['2026-06-03T10:00:02.000Z', '2026-06-03T10:00:04.000Z', '2026-06-03T10:00:05.000Z'],
    });
    expect(log.skipped).toEqual({
      session_meta: 2,
      turn_context: 1,
      'message:developer': 1,
      'item:image_generation_call': 1,
      'event:turn_aborted': 1,
    });
  });

  test('exec --json: items that start and complete', () => {
    const log = readLog(fixture('codex/exec.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['codex', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        { id: 'cx-exec/1/item_1', tool: 'command_execution', args: '{"command":"bash -lc ls"}', result: 'a.txt\n' },
        { id: 'cx-exec/1/item_2', tool: 'tracker__list_issues', args: '{"limit":1}', result: '[{"id":1}]' },
        {
          id: 'cx-exec/1/item_3',
          tool: 'command_execution',
          args: '{"command":"bash -lc false"}',
          result: 'no',
          error: true,
        },
      ],
      answers: [['~', null, 'One file.']],
      sessions: ['cx-exec'],
      accounts: [null],
      agents: ['- - -'],
      times: [null],
    });
    expect(log.skipped).toEqual({
      'thread.started': 1,
      'turn.started': 1,
      'item.completed:reasoning': 1,
      'turn.completed': 1,
    });
  });

  test('the older exec stream: begin and end messages', () => {
    const log = readLog(fixture('codex/exec-older.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['codex', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        { id: 'call_cxo1', tool: 'shell', args: '{"command":["bash","-lc","ls"],"cwd":"/srv"}', result: 'a.txt\n' },
      ],
      answers: [['~', null, 'One file.']],
      sessions: ['cx-older'],
      accounts: [null],
      agents: ['- gpt-5 -'],
      times: [null],
    });
    expect(log.skipped).toEqual({ session_configured: 1, task_started: 1, agent_message: 1, task_complete: 1 });
  });
});
