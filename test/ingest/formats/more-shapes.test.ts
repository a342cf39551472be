import { describe, expect, test } from 'vitest';
import { readLog } from './read';

function lines(...records: object[]): string {
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
}

function calls(text: string) {
  const log = readLog(text);
  expect(log.reasons).toEqual([]);
  return {
    format: log.format,
    unit: log.unit,
    calls: log.calls.map(({ tool, args, result }) => [tool, JSON.parse(args), result]),
  };
}

describe('BFCL results without a log of the inference', () => {
  test('calls stand in turns and steps, as objects or as Python text', () => {
    const text = lines(
      {
        id: 'multi_turn_base_1',
        result: [[[{ pwd: '{}' }, { ls: '{"a": true}' }]], [[{ cd: '{"folder": "w"}' }], 'done']],
        latency: 1,
      },
      {
        id: 'multi_turn_base_2',
        result: [["[cd(folder='document'), ls()]", 'no call'], ['Error during inference: x']],
        latency: 1,
      },
      { id: 'simple_python_1', result: '[math.factorial(number=5)]', latency: 1 },
      {
        id: 'simple_python_2',
        result: [{ area: '{"base": 10}' }],
        latency: 1,
        inference_log: [{ role: 'inference_input', content: { message: 'x' } }],
      },
      { id: 'irrelevance_1', result: 'I can not (help) with that.', latency: 1 },
    );
    expect(calls(text)).toEqual({
      format: 'bfcl',
      unit: 'line',
      calls: [
        ['pwd', {}, null],
        ['ls', { a: true }, null],
        ['cd', { folder: 'w' }, null],
        ['cd', { folder: 'document' }, null],
        ['ls', {}, null],
        ['math.factorial', { number: 5 }, null],
        ['area', { base: 10 }, null],
      ],
    });
  });
});

describe('conversations with calls as Thought, Action and Action Input', () => {
  test('the action is the tool, what a function says is its result, and Finish is the answer', () => {
    const text = JSON.stringify(
      [
        {
          id: 'q1',
          conversations: [
            { from: 'system', value: 'You are AutoGPT' },
            { from: 'user', value: 'Find statistics' },
            { from: 'assistant', value: '\nThought: \nAction: get_stats\nAction Input: {\n  "c": "x"\n}' },
            { from: 'function', value: '{"response": "[1,2]"}' },
            {
              from: 'assistant',
              value:
                '\nThought: \nAction: Finish\nAction Input: {\n "return_type": "give_answer",\n "final_answer": "Two."\n}',
            },
          ],
        },
      ],
      null,
      2,
    );
    expect(calls(text)).toEqual({
      format: 'sharegpt',
      unit: 'document',
      calls: [['get_stats', { c: 'x' }, '{"response": "[1,2]"}']],
    });
    expect(readLog(text).answers.map(({ question, text: said }) => [question, said])).toEqual([
      ['Find statistics', 'Two.'],
    ]);
  });

  test('a call between tags in the notation of Python', () => {
    const text = lines({
      id: 'x1',
      conversations: [
        { from: 'human', value: 'q' },
        { from: 'gpt', value: "<tool_call>\n{'arguments': {'b': [2, None]}, 'name': 'g'}\n</tool_call>" },
        { from: 'tool', value: '<tool_response>\n{"r":2}\n</tool_response>' },
        { from: 'gpt', value: 'a' },
      ],
    });
    expect(calls(text).calls).toEqual([['g', { b: [2, null] }, '{"r":2}']]);
  });
});

describe('mini-swe-agent with a model of the Responses API', () => {
  test('calls stand in the output of a response, and results are items without a role', () => {
    const text = JSON.stringify({
      info: { config: { model: { model_name: 'm' } }, mini_version: '2.0.0', submission: 'diff' },
      trajectory_format: 'mini-swe-agent-1.1',
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'task' },
        {
          object: 'response',
          id: 'resp_1',
          output: [
            { type: 'reasoning', summary: [] },
            { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'look' }] },
            { type: 'function_call', call_id: 'call_1', name: 'bash', arguments: '{"command":"ls"}' },
          ],
          extra: { actions: [{ command: 'ls', tool_call_id: 'call_1' }], timestamp: 1767036061.1 },
        },
        {
          type: 'function_call_output',
          call_id: 'call_1',
          output: '<output>\na\n</output>',
          extra: { raw_output: 'a', timestamp: 1767036062.1 },
        },
        { role: 'exit', content: 'diff', extra: { submission: 'diff' } },
      ],
    });
    expect(calls(text)).toEqual({
      format: 'mini-swe-agent',
      unit: 'document',
      calls: [['bash', { command: 'ls' }, '<output>\na\n</output>']],
    });
    expect(readLog(text).calls[0]?.ts).toBe(1767036061100);
  });
});

describe('SWE-agent with several attempts', () => {
  const attempt = (word: string) => ({
    trajectory: [{ action: word, observation: `${word} gave`, response: word, thought: word, state: {} }],
    history: [{ role: 'user', content: 'task', agent: 'main' }],
    info: { submission: word },
  });
  test('each attempt counts, and the chosen one only once', () => {
    const text = JSON.stringify({ attempts: [attempt('ls'), attempt('pwd')], ...attempt('pwd') }, null, 2);
    expect(calls(text)).toEqual({
      format: 'swe-agent',
      unit: 'document',
      calls: [
        ['ls', { command: 'ls' }, 'ls gave'],
        ['pwd', { command: 'pwd' }, 'pwd gave'],
      ],
    });
    expect(new Set(readLog(text).calls.map(({ session }) => session)).size).toBe(2);
    expect(readLog(text).answers).toHaveLength(2);
  });
});

describe('ATIF with sub-agents inside', () => {
  test('their calls belong to sessions of their own', () => {
    const step = (id: string, name: string, more = {}) => ({
      step_id: 1,
      source: 'agent',
      message: '',
      tool_calls: [{ tool_call_id: id, function_name: name, arguments: {} }],
      observation: { results: [{ source_call_id: id, content: `${id} gave`, ...more }] },
    });
    const sub = {
      schema_version: 'ATIF-v1.7',
      trajectory_id: 't2',
      agent: { name: 'sub', version: '1' },
      steps: [step('d1', 'Grep')],
    };
    const text = JSON.stringify(
      {
        schema_version: 'ATIF-v1.7',
        session_id: 'a1',
        agent: { name: 'main', version: '1' },
        steps: [step('c1', 'Task')],
        subagent_trajectories: [sub],
      },
      null,
      1,
    );
    const log = readLog(text);
    expect(log.calls.map(({ tool, session, agent, result }) => [tool, session, agent, result])).toEqual([
      ['Task', 'a1', 'main', 'c1 gave'],
      ['Grep', 'a1/t2', 'sub', 'd1 gave'],
    ]);
  });
});

describe('OpenHands events of the agent SDK', () => {
  const EVENTS = [
    {
      kind: 'MessageEvent',
      id: 'e1',
      timestamp: '2026-01-01T00:00:01',
      source: 'user',
      llm_message: { role: 'user', content: [{ type: 'text', text: 'fix' }] },
    },
    {
      kind: 'ActionEvent',
      id: 'e2',
      timestamp: '2026-01-01T00:00:02',
      source: 'agent',
      action: { command: 'ls' },
      tool_name: 'terminal',
      tool_call_id: 'tc1',
      tool_call: { id: 'tc1', name: 'terminal', arguments: '{"command":"ls"}' },
    },
    {
      kind: 'ObservationEvent',
      id: 'e3',
      timestamp: '2026-01-01T00:00:03',
      source: 'environment',
      tool_name: 'terminal',
      tool_call_id: 'tc1',
      observation: { content: [{ type: 'text', text: 'a' }] },
      action_id: 'e2',
    },
    {
      kind: 'ActionEvent',
      id: 'e4',
      timestamp: '2026-01-01T00:00:04',
      source: 'agent',
      action: { message: 'Done' },
      tool_name: 'finish',
      tool_call_id: 'tc2',
      tool_call: { id: 'tc2', name: 'finish', arguments: '{}' },
    },
  ];
  test.each([
    ['one event a line', lines(...EVENTS)],
    ['a page of the server', JSON.stringify({ items: EVENTS, next_page_id: null }, null, 2)],
  ])('%s', (_, text) => {
    const log = readLog(text);
    expect([log.format, log.reasons]).toEqual(['openhands', []]);
    expect(log.calls.map(({ tool, result }) => [tool, result])).toEqual([['terminal', 'a']]);
    expect(log.answers.map(({ question, text: said }) => [question, said])).toEqual([['fix', 'Done']]);
  });
});
