import { expect, test } from 'vitest';
import { fixture, readLog } from './read';

test('the longest chain is the run; a result that the benchmark cut stays as it is', () => {
  const log = readLog(fixture('toolbench/answer.json'));
  expect(log.format).toBe('toolbench');
  expect(log.calls.map((call) => call.tool)).toEqual(['films_for_db', 'Finish']);
  expect(log.calls[0]?.result).toHaveLength(1027);
  expect(log.calls[0]?.result).toMatch(/\.\.\.$/);
  expect(log.calls[1]).toMatchObject({ result: '{"response":"ok"}' });
  expect(log.answers).toMatchObject([{ question: 'Find a film.', text: 'Take the first film.' }]);
  expect(log.skipped['call of an abandoned branch']).toBe(1);
});

test('a run that failed has no chain: every branch of its tree is read', () => {
  const log = readLog(fixture('toolbench/failed.json'));
  expect(log.calls.map(({ tool, result }) => [tool, result?.slice(0, 12)])).toEqual([
    ['films_for_db', '{"error": ""'],
    ['lost_for_db', '{"error":"x"'],
    ['Finish', '{"response":'],
  ]);
});

test('converted answers: a session per query, a step as far as its text goes', () => {
  const log = readLog(fixture('toolbench/evaluated.json'));
  expect(log.calls).toMatchObject([
    {
      session: 'toolbench-print-1187',
      tool: 'films',
      args: '{}',
      result: expect.stringMatching(/^\{"error": "", "resp/),
    },
    { tool: 'details_of_films_for_the_database', result: null },
  ]);
  expect(log.answers).toMatchObject([{ question: 'Find a film.', text: 'Take the first film.' }]);
});
