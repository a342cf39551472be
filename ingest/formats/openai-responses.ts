import type { JsonValue } from '@/lib/json/types';
import { type Fields, field, idField, objectField, stringField, timeOf } from './fields';
import { accountOf } from './openai-chat';
import { readItem } from './responses-items';
import { listField, samples, TalkReader, unitOf } from './shapes';
import type { Format, FormatContext, FormatReader, Head, Recognised } from './types';

/**
 * OpenAI Responses: response objects, requests with their `input` items, pairs of both, and bare lists of items.
 * A call's output comes in the next request; server tools carry their result.
 */
export const openaiResponses: Format = {
  id: 'openai-responses',
  name: 'OpenAI Responses',
  reads:
    'Response objects (`"object":"response"`), requests with `input` items, request and response logs, lists of items',
  loses:
    'Only `created_at` is a time. A response names the one before it, not its conversation: a log without `conversation` is one session.',
  recognise,
  open: (context, state): FormatReader => new Reader(context, state),
};

const CERTAINTY = 0.6;
const ITEM = /^(message|reasoning|function_call|custom_tool_call|mcp_|program$|.*_call$|.*_call_output$)/;

function recognise(head: Head): Recognised {
  const all = samples(head);
  const mine = all.filter(isMine).length;
  const sure = all.some((sample) => isResponse(sample) || itemsOf(sample).some(isCallItem) || isCallItem(sample));
  return { certainty: sure ? CERTAINTY * (mine / Math.max(1, all.length)) : 0, unit: unitOf(head) };
}

function isMine(sample: Fields): boolean {
  if (isResponse(sample) || itemsOf(sample).length > 0) return true;
  if (stringField(sample, 'type')?.startsWith('response.')) return true;
  return (
    ITEM.test(stringField(sample, 'type') ?? '') ||
    (stringField(sample, 'role') !== null && !field(sample, 'tool_calls'))
  );
}

function isResponse(record: Fields): boolean {
  if (stringField(record, 'object') === 'response') return true;
  const inner = objectField(record, 'response') ?? objectField(record, 'body');
  return inner !== null && (stringField(inner, 'object') === 'response' || isResponse(inner));
}

/** Whether an item is a call or an output of this API: its arguments stand in a field `call_id` items only have here. */
function isCallItem(item: Fields | null): boolean {
  if (!item) return false;
  const type = stringField(item, 'type') ?? '';
  if (/^(function_call|custom_tool_call)(_output)?$/.test(type)) return field(item, 'call_id') !== null;
  return /^(mcp|file_search|web_search|code_interpreter)_call$/.test(type);
}

function itemsOf(record: Fields): (Fields | null)[] {
  const request = objectField(record, 'request') ?? record;
  const answered = listField(objectField(record, 'response') ?? record, 'output');
  return [...listField(request, 'input'), ...answered, ...pageOf(record)];
}

/** The items of a page, as the API lists them. */
function pageOf(record: Fields): (Fields | null)[] {
  return stringField(record, 'object') === 'list' ? listField(record, 'data') : [];
}

class Reader extends TalkReader {
  constructor(context: FormatContext, state: JsonValue | null) {
    super('responses', context, state, true);
  }

  protected record(record: Fields): void {
    const response = objectField(record, 'response') ?? record;
    const body = objectField(response, 'body') ?? response;
    const request = objectField(record, 'request') ?? record;
    const type = stringField(record, 'type');
    const streamed = type?.startsWith('response.') ?? false;
    if (streamed && type !== 'response.completed') {
      this.talk.skip(type ?? '');
      return;
    }
    const output = field(body, 'output')?.kind === 'array' && type?.endsWith('_output') !== true;
    const input = field(request, 'input');
    const page = pageOf(record);
    if (page.length > 0) {
      this.each(page, (item) => this.item(item));
      return;
    }
    if (!output && input?.kind !== 'array') {
      this.item(record);
      return;
    }
    this.talk.within(record.node.start);
    this.place(record, request, body);
    const ts = timeOf(body, field(body, 'created_at'));
    const model = stringField(body, 'model') ?? stringField(request, 'model');
    if (input?.kind === 'string') this.talk.question(stringField(request, 'input') ?? '');
    const read = (item: Fields) => this.item(item, ts, model);
    if (input?.kind === 'array') this.each(listField(request, 'input'), read);
    if (output) this.each(listField(body, 'output'), read);
    if (stringField(body, 'status') === 'completed') this.talk.ends();
  }

  private place(record: Fields, request: Fields, body: Fields): void {
    const named = objectField(body, 'conversation') ?? objectField(request, 'conversation');
    const plain = idField(body, 'conversation') ?? idField(request, 'conversation') ?? idField(record, 'session_id');
    const { session, agent, version } = this.talk.setting;
    const account = accountOf(body, request) ?? accountOf(record, null);
    this.talk.setting = {
      session: (named && idField(named, 'id')) ?? plain ?? session,
      account,
      agent,
      model: null,
      version,
    };
  }

  private item(item: Fields, ts: number | null = null, model: string | null = null): void {
    if (!readItem(this.talk, item, { ts, model }))
      this.talk.refuse('no response, request or item: field "type" is required');
  }
}
