import { describe, expect, test } from 'vitest';
import { brief } from './brief';
import { fixture, readLog } from './read';

describe('antigravity', () => {
  test('steps paired by order, and a step that nobody asked for', () => {
    const log = readLog(fixture('antigravity/steps.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['antigravity', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        { id: '~', tool: 'list_dir', args: '{"DirectoryPath":"\\"/srv\\""}', result: '{"name":"a"}' },
        { id: '~', tool: 'view_file', args: '{"AbsolutePath":"\\"/srv/a\\""}', result: '1: hello' },
        { id: '~', tool: 'run_command', args: '{}', result: 'Output:\na' },
      ],
      answers: [['~', 'List it.', 'There is a.']],
      sessions: ['antigravity-print'],
      accounts: [null],
      agents: ['- - -'],
      times: ['2026-06-26T21:16:02.000Z', '2026-06-26T21:16:05.000Z'],
    });
    expect(log.skipped).toEqual({ CONVERSATION_HISTORY: 1 });
  });
});
