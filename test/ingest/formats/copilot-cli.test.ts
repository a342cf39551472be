import { describe, expect, test } from 'vitest';
import { brief } from './brief';
import { fixture, readLog } from './read';

describe('copilot-cli', () => {
  test('calls named twice, both views of a result, sub-agents, the summary as answer, an aborted turn', () => {
    const log = readLog(fixture('copilot-cli/events.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['copilot-cli', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        {
          id: 'cp-c1',
          tool: 'list_incidents',
          args: '{"limit":2}',
          result: '[{"id":1},{"id":2}]',
          sent: '2 incidents',
          ms: 7,
        },
        { id: 'cp-c3', tool: 'grep', args: '{"pattern":"x"}', result: 'grep failed', error: true },
        { id: 'cp-c2', tool: 'task', args: '{"prompt":"look"}', result: 'nothing' },
      ],
      answers: [['e13', 'List open incidents', 'Two incidents are open.']],
      sessions: ['cp-1', 'cp-1/cp-c2'],
      accounts: [null],
      agents: ['- gpt-5-mini 1.0.77', 'sub-agent gpt-5-mini 1.0.77'],
      times: ['2026-01-10T08:00:04.000Z', '2026-01-10T08:00:09.000Z', '2026-01-10T08:00:07.000Z'],
    });
    expect(log.skipped).toEqual({
      'session.start': 1,
      'session.model_change': 1,
      'assistant.turn_start': 1,
      'tool.execution_start': 1,
      'subagent.started': 1,
      'session.task_complete': 1,
      abort: 1,
    });
  });
});
