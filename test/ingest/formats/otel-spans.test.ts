import { describe, expect, test } from 'vitest';
import { readFixture, said, TRACE, told } from './spans';

describe('Phoenix spans', () => {
  const place = { session: 'ph-1', account: 'hooli', sent: null, error: false };
  const tickets = { tool: 'tickets', args: '{"page":1}', result: '[{"t":1}]', ...place };
  const secret = { tool: 'secret', args: '"__REDACTED__"', result: null, ...place };
  const hidden = { 'tool result hidden by masking (__REDACTED__)': 1, 'span: other': 1 };

  test.each([
    ['phoenix/spans.json', 'document'],
    ['phoenix/table.jsonl', 'line'],
  ])('%s: tool spans without ids belong to the calls that the model asked for', (name, unit) => {
    const log = readFixture(name);
    expect([log.format, log.unit]).toEqual(['phoenix', unit]);
    expect(log.calls.map(told)).toEqual([
      { id: 'call_tic_00000000012', ...tickets },
      { id: 'call_tra_00000000013', tool: 'transfer_to_ops', args: '{}', result: 'ops', ...place },
      { id: `${TRACE}/${'94'.repeat(8)}`, ...secret },
    ]);
    expect(log.skipped).toEqual(hidden);
    const { session, account } = place;
    expect(log.answers.map(said)).toEqual([{ session, account, question: 'Tickets?', text: 'One ticket.' }]);
  });

  test('nested attributes, and no messages: the spans’ own ids', () => {
    const log = readFixture('phoenix/nested.json');
    expect(log.calls.map(told)).toEqual([
      { id: `${TRACE}/${'92'.repeat(8)}`, ...tickets },
      { id: `${TRACE}/${'93'.repeat(8)}`, tool: 'handoff to ops', args: '"desk"', result: 'ops', ...place },
      { id: `${TRACE}/${'94'.repeat(8)}`, ...secret },
    ]);
    expect(log.skipped).toEqual(hidden);
  });
});

describe('any-agent traces', () => {
  test('ids are integers beyond 2^53 and keep their digits', () => {
    const log = readFixture('any-agent/trace.json');
    const session = '183122279777172322684744876400756953563';
    const place = { session, account: null, sent: null, error: false };
    expect([log.format, log.unit]).toEqual(['any-agent', 'document']);
    expect(log.calls.map(told)).toEqual([
      { id: `${session}/jbUWqgIUr`, tool: 'now', args: '{"tz":"UTC"}', result: '{"year":2026}', ...place },
      { id: `${session}/16887867178883245157`, tool: 'write', args: '{"text":"2026"}', result: 'None', ...place },
    ]);
    expect(log.answers.map(said)).toEqual([{ session, account: null, question: 'Year?', text: '2026' }]);
    expect(log.skipped).toEqual({ 'tool call without an id in messages': 1 });
  });
});

describe('span dumps', () => {
  test('the console exporter: one object after the other; a call without a result waits for it', () => {
    const log = readFixture('otel-spans/console.json');
    const place = { session: 'con-1', account: null, sent: null };
    expect([log.format, log.unit]).toEqual(['otel-spans', 'document']);
    expect(log.calls.map(told)).toEqual([
      { id: 'call_sto_00000000014', tool: 'stock', args: '{"sku":"k"}', result: '12 left', error: false, ...place },
      { id: `${TRACE}/${'a3'.repeat(8)}`, tool: 'fails', args: '{}', result: null, error: true, ...place },
      { id: 'call_sil_00000000015', tool: 'silent', args: '{}', result: null, error: false, ...place },
    ]);
    expect(log.calls[0]).toMatchObject({ agent: 'stocker', environment: 'dev' });
    expect(log.answers.map(({ text }) => text)).toEqual(['12 left']);
  });

  test('bodies moved into events, and arguments wrapped by the framework', () => {
    const log = readFixture('otel-spans/capture.json');
    const place = { session: 'cap-1', account: null, sent: null, error: false };
    expect(log.calls.map(told)).toEqual([
      { id: 'cap-1/tc_01', tool: 'weather', args: '{"city":"Y"}', result: '-5C', ...place },
      { id: 'cap-1/c-4', tool: 'calc', args: '{"x":1}', result: '1', ...place },
    ]);
    expect(log.answers.map(({ question, text }) => [question, text])).toEqual([['Weather?', 'It is -5C.']]);
  });
});
