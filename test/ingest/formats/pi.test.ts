import { describe, expect, test } from 'vitest';
import { brief } from './brief';
import { fixture, readLog } from './read';

describe('pi', () => {
  test('results as messages, the whole output in the details, an aborted turn and an open call', () => {
    const log = readLog(fixture('pi/session.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['pi', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        {
          id: 'toolu_p1',
          tool: 'read',
          args: '{"path":"log","limit":120}',
          result: 'l1\nl2\n[1549 more lines in file. Use offset=121 to continue]',
        },
        {
          id: 'toolu_p2',
          tool: 'bash',
          args: '{"command":"seq 9"}',
          result: '1\n2\n3\n4\n5\n6\n7\n8\n9',
          sent: '8\n9',
          ms: 12,
        },
        { id: 'toolu_p3', tool: 'bash', args: '{"command":"x"}', result: null },
      ],
      answers: [['p5', 'Read the log', 'It has many lines.']],
      sessions: ['pi-1'],
      accounts: [null],
      agents: ['- m-1 -'],
      times: ['2026-02-24T10:00:02.000Z', '2026-02-24T10:00:09.000Z'],
    });
    expect(log.skipped).toEqual({ session: 1, model_change: 1, 'assistant:thinking': 1, 'message:bashExecution': 1 });
  });

  test('OpenClaw telemetry: results come in the messages at the end of a run', () => {
    const log = readLog(fixture('pi/telemetry.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['pi', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        { id: '~', tool: 'exec', args: '{"command":"mail","timeout":30}', result: 'No mail' },
        { id: '~', tool: 'yield', args: '{}', result: null },
      ],
      answers: [['~', 'Check mail', 'No mail today.']],
      sessions: ['agent:main:main'],
      accounts: [null],
      agents: ['main - -'],
      times: ['2026-03-06T20:58:20.700Z', '2026-03-06T20:58:21.200Z'],
    });
    expect(log.skipped).toEqual({ 'message.in': 1, 'agent.start': 1, 'tool.end': 1, 'agent.end': 1 });
  });
});
