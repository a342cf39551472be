import { describe, expect, test } from 'vitest';
import { fixture, readLog } from './read';

describe('Claude Code 1.0', () => {
  const log = readLog(fixture('claude-code/v1.0.jsonl'));

  test('pairs a call with its result; the twin is the tool, the text is what was sent', () => {
    expect(log.format).toBe('claude-code');
    expect(log.calls[0]).toMatchObject({
      id: 'toolu_10a',
      tool: 'Grep',
      session: 'ses-10',
      args: '{"pattern":"rounding","output_mode":"files_with_matches"}',
      result: '{"mode":"files_with_matches","filenames":["/srv/books/a.ts","/srv/books/b.ts"],"numFiles":2}',
      sent: 'Found 2 files\n/srv/books/a.ts\n/srv/books/b.ts',
      model: 'claude-x',
      version: '1.0.95',
      account: null,
      agent: null,
      ts: Date.UTC(2025, 7, 1, 9, 0, 1),
    });
  });

  test('a sidechain is a conversation of its own, its blocks one text', () => {
    expect(log.calls[1]).toMatchObject({
      id: 'toolu_10c',
      session: 'ses-10/sub-agent',
      result: 'a.test.ts\nb.test.ts',
      sent: null,
    });
  });

  test('an interrupted turn gives no answer', () => {
    expect(log.answers).toEqual([]);
    expect(log.skipped).toMatchObject({ summary: 1, 'user:interrupted': 1 });
  });

  test('the last text of a turn is its answer', () => {
    const whole = fixture('claude-code/v1.0.jsonl').split('\n').slice(0, 5).join('\n');
    expect(readLog(whole).answers).toEqual([
      expect.objectContaining({
        id: 'msg_10b',
        question: 'Which files mention rounding?',
        text: 'Two files mention rounding.',
      }),
    ]);
  });
});

describe('Claude Code 2.0', () => {
  const log = readLog(fixture('claude-code/v2.0.jsonl'));

  test('reads MCP content as the text that the model got, and errors as errors', () => {
    expect(log.calls).toEqual([
      expect.objectContaining({
        id: 'toolu_20a',
        tool: 'mcp__tracker__list_issues',
        result: '[{"id":1},{"id":2}]',
        sent: null,
      }),
      expect.objectContaining({ id: 'toolu_20b', tool: 'Bash', result: 'Exit code 128', error: true }),
    ]);
  });

  test('a slash command is a question; notes of the program, summaries and API errors are none', () => {
    expect(log.answers).toEqual([
      expect.objectContaining({ id: 'msg_20c', question: '/review PR 12', text: 'PR 12 closes 2 issues.' }),
    ]);
    expect(log.skipped).toEqual({
      'file-history-snapshot': 1,
      'user:not a question': 1,
      'assistant:thinking': 1,
      'user:repeated tool_result': 1,
      'assistant:not from the model': 1,
      'system:compact_boundary': 1,
      'user:compaction summary': 1,
    });
    expect(log.reasons).toEqual([]);
  });
});

describe('Claude Code 2.1', () => {
  const log = readLog(fixture('claude-code/v2.1.jsonl'));

  test('every call once, also those of sub-agents in progress records', () => {
    expect(log.calls.map(({ id, tool, session }) => [id.replace(/^claude-.*/, 'derived'), tool, session])).toEqual([
      ['toolu_21a', 'Grep', 'ses-21'],
      ['toolu_21s', 'Bash', 'ses-21/ag1'],
      ['toolu_21b', 'Task', 'ses-21'],
      ['derived', 'Bash', 'ses-21'],
      ['toolu_before', 'unknown tool', 'ses-21'],
      ['toolu_open', 'Read', 'ses-21'],
    ]);
  });

  test('the owner is the account', () => {
    expect(log.calls[0]?.account).toBe('owner-7');
  });

  test('output that the harness put aside is still the tool view', () => {
    const call = log.calls[1];
    expect(call?.result).toMatch(/^line 1\nline 2\n[\s\S]*line 13$/);
    expect(call?.sent).toContain('<persisted-output>');
  });

  test('a result without an id goes to the call that it names', () => {
    expect(log.calls[3]).toMatchObject({ args: '{"command":"grep -c FIXME"}', result: '4' });
  });

  test('a call that is still open has no result', () => {
    expect(log.calls.at(-1)).toMatchObject({ id: 'toolu_open', result: null });
  });

  test('a turn ends with its record, also while the log grows', () => {
    expect(log.answers).toEqual([
      expect.objectContaining({ question: 'How many TODOs are there?', text: 'There are 13 TODOs.' }),
    ]);
  });

  test('the sub-agent file holds the same call: it has the same id, session and time', () => {
    const file = readLog(
      [
        '{"isSidechain":true,"agentId":"ag1","sessionId":"ses-21","version":"2.1.39","type":"assistant","message":{"id":"msg_21s","role":"assistant","model":"claude-y","content":[{"type":"tool_use","id":"toolu_21s","name":"Bash","input":{"command":"npm run todo"}}]},"uuid":"p-1","timestamp":"2026-02-01T08:00:04.000Z"}',
        '{"isSidechain":true,"agentId":"ag1","sessionId":"ses-21","version":"2.1.39","type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_21s","type":"tool_result","content":"x"}]},"uuid":"p-2","timestamp":"2026-02-01T08:00:05.000Z"}',
      ].join('\n'),
    );
    const { id, session, ts, tool, args } = file.calls[0] ?? {};
    expect(log.calls[1]).toMatchObject({ id, session, ts, tool, args });
  });
});

describe('Claude Code, other shapes', () => {
  test('the export is a document', () => {
    const log = readLog(fixture('claude-code/export.json'));
    expect([log.format, log.unit]).toEqual(['claude-code', 'document']);
    expect(log.calls).toEqual([
      expect.objectContaining({ id: 'toolu_x1', result: 'File written', session: 'claude-print' }),
    ]);
    expect(log.answers).toEqual([expect.objectContaining({ question: 'Add two numbers.', text: 'Done.' })]);
  });

  test('what is broken is quarantined with a reason, and nothing else is lost', () => {
    const log = readLog(fixture('claude-code/broken.jsonl'));
    expect(log.calls).toEqual([]);
    expect(log.reasons).toEqual([
      'field "message" of a user record: an object is required',
      'field "message.content" of a user record: a text or a list is required',
      'an entry of "message.content" is not an object',
      'field "name" of a tool_use block: a non-empty string is required',
      'a tool_result without "tool_use_id", and no open call that it could belong to',
      'the line is JSON but not an object (string)',
      'field "type": a string is required',
      'the line is not valid JSON (cut, or broken)',
    ]);
  });
});
