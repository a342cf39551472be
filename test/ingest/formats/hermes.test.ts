import { describe, expect, test } from 'vitest';
import { brief } from './brief';
import { fixture, readLog } from './read';

describe('hermes', () => {
  test('the document, whose session id names the user', () => {
    const log = readLog(fixture('hermes/session.json'));
    expect([log.format, log.unit, log.reasons]).toEqual(['hermes', 'document', []]);
    expect(brief(log)).toEqual({
      calls: [
        {
          id: 'call_h1',
          tool: 'search_files',
          args: '{"pattern":"*.toml"}',
          result: '{"total_count":50,"files":["a.toml"]}\n\n[Hint: Results truncated. Use offset=50 to see more.]',
        },
      ],
      answers: [['~', 'Find the config', 'It is a.toml.']],
      sessions: ['api:strategy:user_01ABC:7f'],
      accounts: ['user_01ABC'],
      agents: ['- m/1 -'],
      times: [null],
    });
    expect(log.skipped).toEqual({});
  });

  test('one message per line under a header', () => {
    const log = readLog(fixture('hermes/session.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['hermes', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [
        {
          id: 'call_h1',
          tool: 'search_files',
          args: '{"pattern":"*.toml"}',
          result: '{"total_count":50,"files":["a.toml"]}\n\n[Hint: Results truncated. Use offset=50 to see more.]',
        },
      ],
      answers: [['~', 'Find the config', 'It is a.toml.']],
      sessions: ['20260420_134322_aa'],
      accounts: [null],
      agents: ['- m/1 -'],
      times: ['2026-04-20T13:43:24.000Z'],
    });
    expect(log.skipped).toEqual({ session_meta: 1 });
  });

  test('ATOF scopes', () => {
    const log = readLog(fixture('hermes/atof.jsonl'));
    expect([log.format, log.unit, log.reasons]).toEqual(['hermes', 'line', []]);
    expect(brief(log)).toEqual({
      calls: [{ id: 'tc-1', tool: 'terminal', args: '{"command":"ls"}', result: '{"stdout":"a"}' }],
      answers: [],
      sessions: ['h-atof'],
      accounts: [null],
      agents: ['- m -'],
      times: ['2026-07-18T09:00:01.000Z'],
    });
    expect(log.skipped).toEqual({ 'agent:start': 1, 'agent:end': 1 });
  });
});
