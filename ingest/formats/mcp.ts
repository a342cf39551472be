import { get, skeleton, skeletonAt } from '@/lib/json';
import type { JsonValue, Node } from '@/lib/json/types';
import type { CallRecord, LogRecord } from '@/lib/records';
import {
  arrayField,
  asArguments,
  derivedId,
  type Fields,
  field,
  isTrue,
  objectField,
  objectsOf,
  payloadText,
  rawText,
  shareOf,
  stringField,
  wholeValue,
} from './fields';
import { type Envelope, envelopeOf, looksLikeMcp } from './mcp-envelope';
import { OpenCalls } from './open-calls';
import type { Format, FormatContext, FormatReader, Head, Recognised, Step } from './types';

/**
 * MCP traffic: raw JSON-RPC lines or documents, text logs of proxies and desktop hosts around such messages, and the
 * Python client interceptor. Ids restart with every connection; requests may be missing or come after their response.
 */
export const mcp: Format = {
  id: 'mcp',
  name: 'MCP JSON-RPC log',
  reads: 'JSON-RPC messages of MCP servers: one a line, arrays, proxy text logs, client interceptors',
  loses:
    'Most logs carry no time, no session and no answer. A response without its request is a call of an unknown tool.',
  recognise,
  open,
};

function recognise(head: Head): Recognised {
  if (isDocument(head.text)) return { certainty: 0.85, unit: 'document' };
  const lines = shareOf(head, (line) => looksLikeMcp(line));
  const text = head.text
    .split('\n')
    .slice(0, 30)
    .filter((line) => line.trim() !== '');
  const wrapped = text.filter((line) => !line.trimStart().startsWith('{') && envelopeOf(line) !== null);
  return { certainty: Math.min(0.85, lines + wrapped.length / Math.max(1, text.length)), unit: 'line' };
}

/** A list of messages, or an object that holds one, laid out over many lines. */
function isDocument(text: string): boolean {
  const node = skeleton(text);
  if (!node || !text.slice(node.start, node.end).includes('\n')) return false;
  if (node.kind !== 'object') return isMessageList(text, node);
  return isMessageList(text, get(node, 'messages')) || isMessageList(text, get(node, 'calls'));
}

function isMessageList(text: string, node: Node | null): boolean {
  if (node?.kind !== 'array' || !node.first) return false;
  const first = skeletonAt(text, node.first);
  return first?.kind === 'object' && looksLikeMcp({ text, node: first });
}

function open(context: FormatContext, state: JsonValue | null): FormatReader {
  return new Reader(context, state);
}

/** Responses without a request that are held back for a request which may still come. */
const MOST_HELD = 8;
const MOST_OTHERS = 1_000;

/** A session holds calls, a call holds its request and response; nothing real nests further. */
const DEEPEST = 3;

interface State {
  calls: JsonValue;
  /** Methods of open requests that are no tool calls, by key. */
  others: [string, string][];
  held: [string, CallRecord][];
  connection: number;
  /** How often each of the parallel connections of one log began anew. */
  lanes: [string, number][];
  agent: string | null;
  version: string | null;
}

class Reader implements FormatReader {
  private readonly calls: OpenCalls;
  private readonly others: Map<string, string>;
  private readonly held: Map<string, CallRecord>;
  private connection: number;
  private readonly lanes: Map<string, number>;
  private agent: string | null;
  private version: string | null;
  private step = { records: [] as LogRecord[], skipped: [] as string[], quarantine: [] as string[] };

  constructor(
    private readonly context: FormatContext,
    state: JsonValue | null,
  ) {
    // The state is our own, written by `state()` in the transaction that stored the position.
    const known = (state ?? {}) as unknown as Partial<State>;
    this.calls = new OpenCalls(known.calls ?? null);
    this.others = new Map(known.others);
    this.held = new Map(known.held);
    this.connection = known.connection ?? 0;
    this.lanes = new Map(known.lanes);
    this.agent = known.agent ?? null;
    this.version = known.version ?? null;
  }

  read(unit: string, offset: number): Step {
    this.step = { records: [], skipped: [], quarantine: [] };
    const value = wholeValue(unit);
    if (value?.kind === 'array') this.parts([...objectsOf(unit, value)], offset, null, 0);
    else if (value?.kind === 'object') this.object({ text: unit, node: value }, offset, null);
    else {
      const envelope = envelopeOf(unit);
      if (envelope) this.message(envelope, offset);
      else if (/^\s*[[{]/.test(unit)) this.step.quarantine.push('the line is not valid JSON (cut, or broken)');
      else this.step.skipped.push('text line');
    }
    return this.step;
  }

  pending(): LogRecord[] {
    return [...this.held.values(), ...this.calls.pending()];
  }

  state(): JsonValue {
    const state: State = {
      calls: this.calls.state(),
      others: [...this.others],
      held: [...this.held],
      connection: this.connection,
      lanes: [...this.lanes],
      agent: this.agent,
      version: this.version,
    };
    return state as unknown as JsonValue;
  }

  private parts(parts: (Fields | null)[], unit: number, session: string | null, depth: number): void {
    for (const part of parts) {
      if (part) this.object(part, unit, session, depth);
      else this.step.quarantine.push('an entry of the list is not an object');
    }
  }

  private object(line: Fields, unit: number, session: string | null, depth = 0): void {
    const parts = depth < DEEPEST ? partsOf(line) : [];
    const envelope = parts.length > 0 ? null : envelopeOf(line);
    const type = stringField(line, 'type');
    if (parts.length > 0) this.parts(parts, unit, stringField(line, 'session_id') ?? session, depth + 1);
    else if (envelope) this.message({ ...envelope, session: envelope.session ?? session }, unit + line.node.start);
    else if (type) this.step.skipped.push(type);
    else this.step.quarantine.push('no JSON-RPC message: field "method", "result" or "error" is required');
  }

  private message(envelope: Envelope, offset: number): void {
    if (envelope.kind === 'request') this.request(envelope, offset);
    else this.response(envelope, offset);
  }

  private request(envelope: Envelope, offset: number): void {
    const { method, body, id } = envelope;
    if (method === 'initialize') this.connect(envelope);
    const key = this.key(envelope);
    if (method !== 'tools/call') {
      if (id !== null && this.others.size < MOST_OTHERS) this.others.set(key, method);
      this.step.skipped.push(method);
      return;
    }
    const params = envelope.params;
    const args = asArguments(params && envelope.args ? payloadText(params, envelope.args) : null);
    const bare = this.call(envelope, offset, rawText(body, body.node));
    const call = { ...bare, tool: envelope.tool ?? bare.tool, args };
    const early = this.held.get(key);
    if (!envelope.tool)
      this.step.quarantine.push('field "params.name" of a tools/call: a non-empty string is required');
    else if (early && this.held.delete(key))
      this.step.records.push({ ...call, result: early.result, sent: early.sent, error: early.error });
    else if (id === null) this.step.records.push(call);
    else this.step.records.push(...this.calls.ask(key, { call, asker: null }));
  }

  /** A new connection: ids start again, and what was open will not be answered. */
  private connect({ params, lane }: Envelope): void {
    const here = (key: string) => key.startsWith(`${lane}|`);
    this.step.records.push(...this.calls.abandon(here));
    for (const [key, record] of this.held) if (here(key) && this.held.delete(key)) this.step.records.push(record);
    for (const key of this.others.keys()) if (here(key)) this.others.delete(key);
    this.connection++;
    const nth = this.lanes.get(lane) ?? 0;
    if (lane !== '' && (nth > 0 || this.lanes.size < MOST_OTHERS)) this.lanes.set(lane, nth + 1);
    const client = params && objectField(params, 'clientInfo');
    this.agent = (client && stringField(client, 'name')) ?? this.agent;
  }

  private response(envelope: Envelope, offset: number): void {
    const key = this.key(envelope);
    const method = this.others.get(key);
    const { result, failure, body } = envelope;
    if (result && field(result, 'serverInfo')) {
      const server = objectField(result, 'serverInfo');
      this.version = (server && stringField(server, 'version')) ?? this.version;
      if (method === undefined) this.connect(envelope);
    }
    if (method !== undefined) {
      this.others.delete(key);
      this.step.skipped.push(`${method} response`);
      return;
    }
    const node = failure ?? result?.node ?? envelope.plain;
    const outcome = {
      result: node ? payloadText(body, node) : null,
      sent: null,
      durationMs: null,
      error: failure !== null || (result !== null && isTrue(result, 'isError')),
    };
    const settled = this.calls.settle(key, outcome);
    if (settled) this.step.records.push(settled);
    else this.orphan(envelope, offset, { ...this.call(envelope, offset, rawText(body, body.node)), ...outcome });
  }

  /** A response whose request is not in the log, or comes later: still a call, when its shape is that of a tool result. */
  private orphan(envelope: Envelope, offset: number, call: CallRecord): void {
    const { result } = envelope;
    const isToolResult =
      envelope.method === 'tools/call' ||
      (result !== null && ['content', 'structuredContent', 'isError'].some((key) => field(result, key) !== null));
    if (!isToolResult) {
      this.step.skipped.push(result === null ? 'error response without request' : 'response without request');
      return;
    }
    const key = this.key(envelope);
    this.held.set(this.held.has(key) ? `${key}@${offset}` : key, call);
    for (const [oldest, record] of this.held) {
      if (this.held.size <= MOST_HELD) break;
      this.held.delete(oldest);
      this.step.records.push(record);
    }
  }

  private call(envelope: Envelope, offset: number, part: string): CallRecord {
    const print = this.context.fingerprint;
    return {
      type: 'call',
      id: derivedId('mcp', print, offset, part),
      ts: envelope.ts,
      session: envelope.session ?? `mcp-${print.slice(0, 12)}-${this.connectionOf(envelope.lane)}`,
      account: null,
      tool: 'unknown tool',
      args: '{}',
      result: null,
      sent: null,
      error: false,
      agent: envelope.agent ?? this.agent,
      model: null,
      environment: null,
      version: this.version,
      durationMs: null,
    };
  }

  private connectionOf(lane: string): string {
    const nth = this.lanes.get(lane) ?? 0;
    if (lane === '') return `${this.connection}`;
    return nth > 1 ? `${lane}-${nth}` : lane;
  }

  /** Ids are the caller's own and start again with each connection; `lane` tells parallel connections of one log apart. */
  private key({ lane, id }: Envelope): string {
    return `${lane}|${id ?? ''}`;
  }
}

/** The messages that an object groups: a session's `messages` or `calls`, a call's `request` and `response`. */
function partsOf(line: Fields): (Fields | null)[] {
  if (field(line, 'jsonrpc')) return [];
  for (const key of ['messages', 'calls']) {
    const list = arrayField(line, key);
    if (list && list.count > 0) return [...objectsOf(line.text, list)];
  }
  const request = objectField(line, 'request');
  const response = objectField(line, 'response');
  return request && response ? [request, response] : [];
}
