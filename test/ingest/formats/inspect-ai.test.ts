import { expect, test } from 'vitest';
import { fixture, readLog } from './read';

test('version 2: messages and events are one call each; the event is the tool, the message is what was sent', () => {
  const log = readLog(fixture('inspect-ai/v2.json'));
  expect(log.format).toBe('inspect-ai');
  expect(log.calls.map((call) => call.id)).toEqual(
    ['uuid-a', 'uuid-b'].flatMap((uuid) => [`${uuid}:call_1`, `${uuid}:call_2`, `${uuid}:call_9`]),
  );
  expect(log.calls[0]).toMatchObject({
    tool: 'list_invoices',
    session: 'uuid-a',
    result: '1\n2\n3',
    sent: expect.stringContaining('<START_TOOL_OUTPUT>'),
    ts: Date.UTC(2026, 0, 2, 9, 0, 1),
    durationMs: 750,
    model: 'model-x',
  });
});

test('an error says what went wrong; attachments are put in; a call that only an event knows is read from there', () => {
  const { calls, answers } = readLog(fixture('inspect-ai/v2.json'));
  expect(calls[1]).toMatchObject({ tool: 'bash', result: 'took too long', error: true });
  expect(calls[2]).toMatchObject({ tool: 'sub_tool', result: '[1,2]', sent: null });
  expect(answers).toMatchObject([
    { session: 'uuid-a', question: 'How many invoices?', text: 'Two invoices.' },
    { session: 'uuid-b', text: 'Two invoices.' },
  ]);
});

test('version 1, without events', () => {
  const log = readLog(fixture('inspect-ai/v1.json'));
  expect(log.calls).toMatchObject([{ id: 'run-0/s/2:c', tool: 'find', result: '[]', model: 'vendor/model-w' }]);
  expect(log.answers).toMatchObject([{ question: 'Q?', text: 'None found.' }]);
});

test('one sample of an archive is the same calls under the same ids', () => {
  const log = readLog(fixture('inspect-ai/sample.json'));
  const whole = readLog(fixture('inspect-ai/v2.json'));
  expect(log.calls.map((call) => call.id)).toEqual(whole.calls.slice(0, 3).map((call) => call.id));
});
