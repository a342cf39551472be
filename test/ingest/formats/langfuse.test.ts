import { describe, expect, test } from 'vitest';
import { readFixture, said, told } from './spans';

const found = {
  id: 'call_inv_00000000009',
  tool: 'find_invoices',
  args: '{"limit":2}',
  result: '{"invoices":[{"n":1},{"n":2}]}',
  sent: '2 of 40 invoices',
  error: false,
};
const broken = { id: 'lf-1/o-5', tool: 'broken', args: '"x"', result: null, sent: null, error: true };

describe('Langfuse exports', () => {
  test.each(['langfuse/trace.json', 'langfuse/api-trace.json'])('%s: tool observations, both views', (name) => {
    const log = readFixture(name);
    const place = { session: 'lf-sess', account: 'initech' };
    expect([log.format, log.unit]).toEqual(['langfuse', 'document']);
    expect(log.calls.map(told)).toEqual([
      { ...found, ...place },
      { ...broken, ...place },
    ]);
    expect(log.calls[0]).toMatchObject({ model: 'm-4', environment: 'staging', version: 'r7' });
    expect(log.answers.map(said)).toEqual([{ ...place, question: 'Any invoices?', text: 'Two invoices.' }]);
  });

  test('older: spans only, bodies as JSON in strings; a node and its tool are one call', () => {
    const log = readFixture('langfuse/trace-older.json');
    const sky = { id: 'call_sky_00000000010', tool: 'sky', args: '{"city":"X"}', result: 'sunny', sent: null };
    expect(log.calls.map(told)).toEqual([{ ...sky, session: 'th-1', account: null, error: false }]);
    expect(log.answers.map(({ question, text }) => [question, text])).toEqual([['Sky?', 'Sunny.']]);
  });

  test('observations one a line: without the trace there is no user', () => {
    const log = readFixture('langfuse/observations.jsonl');
    const place = { session: 'lf-1', account: null };
    expect(log.unit).toBe('line');
    expect(log.calls.map(told)).toEqual([
      { ...found, ...place },
      { ...broken, ...place },
    ]);
    expect(log.answers.map(({ text }) => text)).toEqual(['Two invoices.']);
  });
});
