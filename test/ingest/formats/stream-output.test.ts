import { describe, expect, test } from 'vitest';
import { readLog } from './read';

/** What agents print when they run without a screen: other records than in their session files. */
function lines(...records: object[]): string {
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
}

const CLAUDE = [
  { type: 'system', subtype: 'init', session_id: 's1', model: 'm', uuid: 'u0' },
  { type: 'user', message: { role: 'user', content: 'Which files?' }, parent_tool_use_id: null, session_id: 's1' },
  {
    type: 'assistant',
    message: {
      id: 'm1',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'Task', input: { prompt: 'look' } }],
    },
    parent_tool_use_id: null,
    session_id: 's1',
  },
  {
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text: 'look' }] },
    parent_tool_use_id: 'toolu_1',
    session_id: 's1',
  },
  {
    type: 'assistant',
    message: {
      id: 'm2',
      role: 'assistant',
      model: 'h',
      content: [{ type: 'tool_use', id: 'toolu_2', name: 'Grep', input: { pattern: 'x' } }],
    },
    parent_tool_use_id: 'toolu_1',
    session_id: 's1',
  },
  {
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_2', content: 'a\nb' }] },
    parent_tool_use_id: 'toolu_1',
    session_id: 's1',
    tool_use_result: { mode: 'files_with_matches', filenames: ['a', 'b'], numFiles: 2 },
  },
  {
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'two' }] }],
    },
    parent_tool_use_id: null,
    session_id: 's1',
  },
  {
    type: 'assistant',
    message: { id: 'm3', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'There are two.' }] },
    parent_tool_use_id: null,
    session_id: 's1',
  },
  { type: 'result', subtype: 'success', is_error: false, result: 'There are two.', session_id: 's1' },
];

describe('Claude Code without a screen', () => {
  test.each([
    ['a stream of lines', lines(...CLAUDE), 'line'],
    ['one list over many lines', JSON.stringify(CLAUDE, null, 2), 'document'],
    ['one list on one line', JSON.stringify(CLAUDE), 'line'],
  ])('%s: a sub-agent has a session of its own, and the twin of a result is read', (_, text, unit) => {
    const log = readLog(text);
    expect([log.format, log.unit, log.reasons]).toEqual(['claude-code', unit, []]);
    expect(log.calls.map(({ id, session, sent, result }) => [id, session, sent ?? result])).toEqual([
      ['toolu_2', 's1/toolu_1', 'a\nb'],
      ['toolu_1', 's1', 'two'],
    ]);
    expect(log.calls[0]?.result).toContain('"filenames"');
    expect(log.answers.map(({ question, text: said }) => [question, said])).toEqual([
      ['Which files?', 'There are two.'],
    ]);
  });

  test('a run that ended in an error has no answer', () => {
    const [last] = CLAUDE.slice(-1);
    const log = readLog(lines(...CLAUDE.slice(0, -1), { ...last, subtype: 'error_max_turns', is_error: true }));
    expect(log.answers).toEqual([]);
  });
});

describe('Gemini CLI without a screen', () => {
  const at = { timestamp: '2026-01-01T00:00:00.000Z' };
  test('tool_use and tool_result are paired by id, and pieces of the answer are put together', () => {
    const log = readLog(
      lines(
        { type: 'init', session_id: 'g1', model: 'gemini', ...at },
        { type: 'message', role: 'user', content: 'List files', ...at },
        { type: 'tool_use', tool_name: 'list_directory', tool_id: 'list-1', parameters: { path: '.' }, ...at },
        { type: 'tool_result', tool_id: 'list-1', status: 'success', output: 'a.txt', ...at },
        { type: 'tool_use', tool_name: 'read_file', tool_id: 'read-1', parameters: {}, ...at },
        {
          type: 'tool_result',
          tool_id: 'read-1',
          status: 'error',
          error: { type: 'x', message: 'no such file' },
          ...at,
        },
        { type: 'message', role: 'assistant', content: 'There is ', delta: true, ...at },
        { type: 'message', role: 'assistant', content: 'a.txt', delta: true, ...at },
        { type: 'result', status: 'success', stats: { tool_calls: 2 }, ...at },
      ),
    );
    expect([log.format, log.unit, log.reasons]).toEqual(['gemini-cli', 'line', []]);
    expect(
      log.calls.map(({ id, tool, args, result, error, session, model }) => [
        id,
        tool,
        args,
        result,
        error,
        session,
        model,
      ]),
    ).toEqual([
      ['list-1', 'list_directory', '{"path":"."}', 'a.txt', false, 'g1', 'gemini'],
      ['read-1', 'read_file', '{}', 'no such file', true, 'g1', 'gemini'],
    ]);
    expect(log.answers.map(({ question, text }) => [question, text])).toEqual([['List files', 'There is a.txt']]);
  });
});

describe('opencode without a screen', () => {
  test('events wrap the parts of messages', () => {
    const part = { sessionID: 'ses_1', messageID: 'msg_1' };
    const log = readLog(
      lines(
        {
          type: 'step_start',
          timestamp: 1767036059338,
          sessionID: 'ses_1',
          part: { ...part, id: 'p1', type: 'step-start' },
        },
        {
          type: 'tool_use',
          timestamp: 1767036061199,
          sessionID: 'ses_1',
          part: {
            ...part,
            id: 'p2',
            type: 'tool',
            callID: 'call_a',
            tool: 'bash',
            state: {
              status: 'completed',
              input: { command: 'ls' },
              output: 'a\nb\n',
              metadata: {},
              time: { start: 1767036061123, end: 1767036061173 },
            },
          },
        },
        {
          type: 'text',
          timestamp: 1767036064268,
          sessionID: 'ses_1',
          part: { ...part, id: 'p3', type: 'text', text: 'two files' },
        },
      ),
    );
    expect([log.format, log.unit, log.reasons]).toEqual(['opencode', 'line', []]);
    expect(log.calls.map(({ id, session, result, durationMs }) => [id, session, result, durationMs])).toEqual([
      ['call_a', 'ses_1', 'a\nb\n', 50],
    ]);
    expect(log.answers.map(({ session, text }) => [session, text])).toEqual([['ses_1', 'two files']]);
  });

  test('the first versions kept invocations inside messages', () => {
    const log = readLog(
      JSON.stringify({
        info: { id: 'ses_2', version: '0.2.0', time: { created: 1750000000000 } },
        messages: [
          {
            id: 'msg_1',
            role: 'user',
            parts: [{ type: 'text', text: 'read it' }],
            metadata: { time: { created: 1750000000000 }, sessionID: 'ses_2', tool: {} },
          },
          {
            id: 'msg_2',
            role: 'assistant',
            parts: [
              {
                type: 'tool-invocation',
                toolInvocation: {
                  state: 'result',
                  toolCallId: 'toolu_9',
                  toolName: 'read',
                  args: { filePath: 'a' },
                  result: 'x',
                },
              },
              {
                type: 'tool-invocation',
                toolInvocation: { state: 'call', toolCallId: 'toolu_10', toolName: 'bash', args: {} },
              },
              { type: 'text', text: 'done' },
            ],
            metadata: { time: { created: 1750000000500 }, sessionID: 'ses_2', assistant: { modelID: 'm' }, tool: {} },
          },
        ],
      }),
    );
    expect([log.format, log.reasons]).toEqual(['opencode', []]);
    expect(log.calls.map(({ id, tool, result, model }) => [id, tool, result, model])).toEqual([
      ['toolu_9', 'read', 'x', 'm'],
      ['toolu_10', 'bash', null, 'm'],
    ]);
    expect(log.answers.map(({ question, text }) => [question, text])).toEqual([['read it', 'done']]);
  });
});

describe('pi without a screen', () => {
  test('each message counts once, though events repeat it', () => {
    const call = { type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'ls' } };
    const asked = { role: 'assistant', content: [call], model: 'm', stopReason: 'toolUse', timestamp: 1767036061125 };
    const gave = {
      role: 'toolResult',
      toolCallId: 'c1',
      toolName: 'bash',
      content: [{ type: 'text', text: 'a\nb' }],
      isError: false,
      timestamp: 1767036061126,
    };
    const said = {
      role: 'assistant',
      content: [{ type: 'text', text: 'two files' }],
      model: 'm',
      stopReason: 'stop',
      timestamp: 1767036061129,
    };
    const user = { role: 'user', content: [{ type: 'text', text: 'ls?' }], timestamp: 1767036061123 };
    const log = readLog(
      lines(
        { type: 'session', version: 3, id: 'p1', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' },
        { type: 'agent_start' },
        { type: 'turn_start' },
        { type: 'message_start', message: user },
        { type: 'message_end', message: user },
        { type: 'message_update', assistantMessageEvent: { type: 'toolcall_end' }, message: asked },
        { type: 'message_end', message: asked },
        { type: 'tool_execution_start', toolCallId: 'c1', toolName: 'bash', args: { command: 'ls' } },
        {
          type: 'tool_execution_end',
          toolCallId: 'c1',
          toolName: 'bash',
          result: { content: [{ type: 'text', text: 'a\nb' }] },
          isError: false,
        },
        { type: 'message_end', message: gave },
        { type: 'turn_end', message: asked, toolResults: [gave] },
        { type: 'message_end', message: said },
        { type: 'agent_end', messages: [user, asked, gave, said] },
      ),
    );
    expect([log.format, log.unit, log.reasons]).toEqual(['pi', 'line', []]);
    expect(log.calls.map(({ id, tool, result, session }) => [id, tool, result, session])).toEqual([
      ['c1', 'bash', 'a\nb', 'p1'],
    ]);
    expect(log.answers.map(({ question, text }) => [question, text])).toEqual([['ls?', 'two files']]);
  });
});
