import { describe, expect, test } from 'vitest';
import { SpanAssembler } from '@/ingest/spans/assemble';
import { ACCOUNT_KEYS, SESSION_KEYS } from '@/ingest/spans/identity-keys';
import type { Span } from '@/ingest/spans/types';

function span(spanId: string, attributes: Record<string, string>, more: Partial<Span> = {}): Span {
  return {
    traceId: 't-1',
    spanId,
    parentId: 'root',
    name: 'span',
    kind: null,
    start: 1_772_532_000_000,
    end: 1_772_532_000_010,
    error: false,
    attributes: new Map(Object.entries(attributes)),
    events: [],
    resource: new Map(),
    scope: null,
    dropped: 0,
    ...more,
  };
}

const TOOL = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'list', 'gen_ai.tool.call.result': '[]' };

function placed(attributes: Record<string, string>, accountKeys: string[] = []) {
  const assembler = new SpanAssembler(null, { accountKeys });
  assembler.add([span('a', { ...TOOL, ...attributes })]);
  const [call] = assembler.pending();
  return call && { account: call.account, session: call.session };
}

describe('whose call it is', () => {
  test.each(ACCOUNT_KEYS.map((key, at) => [key, at] as const))(
    'account: %s is asked before all later keys',
    (_, at) => {
      const all = Object.fromEntries(ACCOUNT_KEYS.slice(at).map((key) => [key, `by ${key}`]));
      expect(placed(all)?.account).toBe(`by ${ACCOUNT_KEYS[at]}`);
    },
  );

  test.each(SESSION_KEYS.map((key, at) => [key, at] as const))(
    'session: %s is asked before all later keys',
    (_, at) => {
      const all = Object.fromEntries(SESSION_KEYS.slice(at).map((key) => [key, `by ${key}`]));
      expect(placed(all)?.session).toBe(`by ${SESSION_KEYS[at]}`);
    },
  );

  test('Langfuse’s own order comes first', () => {
    expect(ACCOUNT_KEYS.slice(0, 2)).toEqual(['langfuse.user.id', 'user.id']);
    expect(SESSION_KEYS.slice(0, 3)).toEqual(['langfuse.session.id', 'session.id', 'gen_ai.conversation.id']);
  });

  test('configured attributes come before all; without any there is no account, and the trace is the session', () => {
    expect(placed({ 'tenant.id': 'acme', 'user.id': 'bob' }, ['tenant.id'])?.account).toBe('acme');
    expect(placed({ 'tenant.id': 'acme' })).toEqual({ account: null, session: 't-1' });
  });

  test('what only one span of the trace says holds for all of them', () => {
    const assembler = new SpanAssembler(null);
    const root = span('root', { 'session.id': 's', 'enduser.id': 'e' }, { parentId: null });
    expect(assembler.add([span('a', TOOL), root]).records).toEqual([
      expect.objectContaining({ session: 's', account: 'e', result: '[]' }),
    ]);
  });
});

describe('late and repeated spans', () => {
  const id = 'call_00000000000000001';
  const silent = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'list', 'gen_ai.tool.call.id': id };
  const brings = JSON.stringify([
    { role: 'tool', parts: [{ type: 'tool_call_response', id: ` ${id}`, result: 'ten' }] },
  ]);
  const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': brings };

  test('a result that comes in the next turn’s trace completes the call, over a restart too', () => {
    const first = new SpanAssembler(null);
    expect(first.add([span('a', silent), span('root', {}, { parentId: null })]).records).toEqual([]);
    expect(first.pending()).toEqual([expect.objectContaining({ id, result: null })]);
    const next = new SpanAssembler(JSON.parse(JSON.stringify(first.state())));
    next.add([span('b', chat, { traceId: 't-2' })]);
    expect(next.pending()).toEqual([expect.objectContaining({ id, result: 'ten', sent: null })]);
  });

  test('a batch that is sent again gives nothing new', () => {
    const batch = [span('a', { ...silent, ...TOOL }), span('root', {}, { parentId: null })];
    const assembler = new SpanAssembler(null);
    expect(assembler.add(batch).records).toHaveLength(1);
    expect(assembler.add(batch)).toMatchObject({ records: [], skipped: ['repeated tool span', 'span: other'] });
    expect(assembler.pending()).toEqual([]);
  });

  test('a masked result is hidden: it is counted as such, and the model’s own view still fills it', () => {
    const masked = { ...silent, 'gen_ai.tool.call.result': '__REDACTED__' };
    const assembler = new SpanAssembler(null);
    expect(assembler.add([span('a', masked)]).skipped).toEqual(['tool result hidden by masking (__REDACTED__)']);
    expect(assembler.pending()).toEqual([expect.objectContaining({ result: null })]);
    assembler.add([span('b', chat)]);
    expect(assembler.pending()).toEqual([expect.objectContaining({ result: 'ten' })]);
  });
});
