import { describe, expect, test } from 'vitest';
import { brief } from './brief';
import { fixture, readLog } from './read';

describe('opencode', () => {
  test('parts that hold call and result: completed, failed, running, shortened', () => {
    const log = readLog(fixture('opencode/export.json'));
    expect([log.format, log.unit, log.reasons]).toEqual(['opencode', 'document', []]);
    expect(brief(log)).toEqual({
      calls: [
        {
          id: 'call_op1',
          tool: 'read',
          args: '{"filePath":"a","limit":22}',
          result: '<file>\nl1\n(Showing lines 28-49 of 58. Use offset=50 to continue.)',
          ms: 250,
        },
        {
          id: 'call_op2',
          tool: 'bash',
          args: '{"command":"x"}',
          result: 'Tool execution aborted',
          error: true,
          ms: 100,
        },
        { id: 'call_op4', tool: 'bash', args: '{"command":"z"}', result: '8\n9', sent: '9', ms: 100 },
        { id: 'call_op3', tool: 'bash', args: '{"command":"y"}', result: null },
      ],
      answers: [['msg_3', 'Read a', 'It has 58 lines.\nI read 22.']],
      sessions: ['ses_1'],
      accounts: [null],
      agents: ['build m-1 1.2.3'],
      times: ['2026-01-01T00:00:01.000Z', '2026-01-01T00:00:02.000Z', '2026-01-01T00:00:04.000Z'],
    });
    expect(log.skipped).toEqual({ 'part:step-start': 1, 'part:step-finish': 1 });
  });

  test('a record of the storage', () => {
    const log = readLog(fixture('opencode/part.json'));
    expect([log.format, log.unit, log.reasons]).toEqual(['opencode', 'document', []]);
    expect(brief(log)).toEqual({
      calls: [
        {
          id: 'call_op1',
          tool: 'read',
          args: '{"filePath":"a","limit":22}',
          result: '<file>\nl1\n(Showing lines 28-49 of 58. Use offset=50 to continue.)',
          ms: 250,
        },
      ],
      answers: [],
      sessions: ['ses_1'],
      accounts: [null],
      agents: ['- - -'],
      times: ['2026-01-01T00:00:01.000Z'],
    });
    expect(log.skipped).toEqual({});
  });
});
