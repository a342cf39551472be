import { describe, expect, test } from 'vitest';
import { brief } from './brief';
import { fixture, readLog } from './read';

describe('gemini-cli', () => {
  test('the document of 2025, with a failed and a cancelled call', () => {
    const log = readLog(fixture('gemini-cli/document.json'));
    expect([log.format, log.unit, log.reasons]).toEqual(['gemini-cli', 'document', []]);
    expect(brief(log)).toEqual({
      calls: [
        { id: 'list_directory-1-ab', tool: 'list_directory', args: '{"path":"."}', result: 'a\nb' },
        { id: 'read_file-2-cd', tool: 'read_file', args: '{"path":"x"}', result: 'File not found', error: true },
        { id: 'shell-3-ef', tool: 'run_shell_command', args: '{"command":"rm a"}', result: null, error: true },
      ],
      answers: [['m3', 'List the files', 'Two files.']],
      sessions: ['g-doc'],
      accounts: [null],
      agents: ['- gemini-2.5-pro -'],
      times: ['2026-02-01T08:00:03.000Z'],
    });
    expect(log.skipped).toEqual({ info: 1 });
  });

  test('the lines of 2026: messages written again with more fields, patches, what the person saw', () => {
    const log = readLog(fixture('gemini-cli/lines.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['gemini-cli', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        { id: 'k1', tool: 'read_file', args: '{"path":"a"}', result: 'x = 1' },
        { id: 'k2', tool: 'search', args: '{"q":1}', result: '{"hits":[1,2],"total":9}' },
      ],
      answers: [['g4', '/init', 'Done.']],
      sessions: ['g-lines'],
      accounts: [null],
      agents: ['- gemini-3-pro -'],
      times: ['2026-02-01T08:00:03.000Z'],
    });
    expect(log.skipped).toEqual({
      session: 1,
      $set: 1,
      'repeated text': 3,
      'repeated call': 1,
      'user:not a question': 1,
    });
  });

  test('a saved chat with parts and without ids', () => {
    const log = readLog(fixture('gemini-cli/saved.json'));
    expect([log.format, log.unit, log.reasons]).toEqual(['gemini-cli', 'document', []]);
    expect(brief(log)).toEqual({
      calls: [{ id: '~', tool: 'weather', args: '{"city":"X"}', result: 'Sunny' }],
      answers: [['~', 'Weather?', 'Sunny.']],
      sessions: ['gemini-print'],
      accounts: [null],
      agents: ['- - -'],
      times: [null],
    });
    expect(log.skipped).toEqual({ thought: 1 });
  });

  test('Qwen Code', () => {
    const log = readLog(fixture('gemini-cli/qwen.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['gemini-cli', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [{ id: 'qc1', tool: 'read_file', args: '{"path":"a"}', result: 'x' }],
      answers: [['u5', 'Read it', 'It says x.']],
      sessions: ['q-1'],
      accounts: [null],
      agents: ['- coder 0.9.0'],
      times: ['2026-03-01T08:00:00.000Z'],
    });
    expect(log.skipped).toEqual({ thought: 1, system: 1 });
  });
});
