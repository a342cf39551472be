import { expect, test } from 'vitest';
import { fixture, readLog } from './read';

test('results: ids hold in their simulation, results name their call, the user has tools too', () => {
  const log = readLog(fixture('tau2-bench/results.json'));
  expect(log.format).toBe('tau2-bench');
  const first = [
    { id: 'sim-a:bt-1', tool: 'get_lines', result: '[1,2]', agent: null, model: 'vendor/model-x' },
    { id: 'sim-a:bt-2', tool: 'get_plan', result: '"gold"' },
    { id: 'sim-a:u-1', tool: 'reboot', result: 'Error: no device', error: true, agent: 'user', model: null },
  ];
  expect(log.calls.slice(0, 3)).toMatchObject(first);
  expect(log.calls.slice(3).map((call) => call.id)).toEqual(['sim-b:bt-1', 'sim-b:bt-2', 'sim-b:u-1']);
  expect(log.skipped).toEqual({ 'simulation by ticks': 1 });
});

test('an answer inside JSON is taken out of it', () => {
  expect(readLog(fixture('tau2-bench/results.json')).answers.map(({ question, text }) => [question, text])).toEqual([
    [null, 'Hi! How can I help?'],
    ['No signal.', 'Please call us.'],
    [null, 'Hi! How can I help?'],
    ['No signal.', 'Please call us.'],
  ]);
});

test('runtime events: four layers report one call, and it counts once', () => {
  const log = readLog(fixture('tau2-bench/runtime_events.jsonl'));
  expect(log.calls).toMatchObject([
    {
      id: 'run-7/8:call_1',
      session: 'run-7/8',
      tool: 'get_user',
      args: '{"user_id": "mia_1"}',
      result: '{"reservations": ["A"]}',
      ts: Date.UTC(2026, 0, 2, 9, 0, 4),
    },
  ]);
  expect(log.answers).toMatchObject([{ question: 'My flights?', text: 'You have one.' }]);
  expect(log.skipped['message_observed:result of no open call']).toBe(1);
});

test('runtime events: a call that has not come back is open, then known without a result', () => {
  const lines = fixture('tau2-bench/runtime_events.jsonl').split('\n').slice(0, 6);
  expect(readLog(lines.join('\n')).calls).toMatchObject([{ id: 'run-7/8:call_1', result: null }]);
});
