import { elements, skeleton, skeletonAt, stringAt } from '@/lib/json';
import type { Node } from '@/lib/json/types';
import { type Fields, field, idField, objectField, stringField, timeOf } from './fields';

/** One message of MCP traffic, whatever its log wrapped around it. */
export interface Envelope {
  kind: 'request' | 'response';
  id: string | null;
  /** Method as in JSON-RPC; '' where a response does not name it. */
  method: string;
  /** The object that the other nodes are spans of. */
  body: Fields;
  params: Fields | null;
  tool: string | null;
  args: Node | null;
  result: Fields | null;
  /** A result that is no object: old servers, and clients that log the unwrapped value. */
  plain: Node | null;
  failure: Node | null;
  ts: number | null;
  session: string | null;
  agent: string | null;
  /** Process or connection that the log names; '' where it names none. */
  lane: string;
}

/** Whether an object is one of the shapes that `envelopeOf` reads, also where the head of the log ends inside it. */
export function looksLikeMcp(line: Fields): boolean {
  if (stringField(line, 'jsonrpc') !== null) return true;
  const inner = wrapped(line);
  if (inner && stringField(inner, 'jsonrpc') !== null) return true;
  const request = objectField(line, 'request');
  if (request && looksLikeMcp(request)) return true;
  const calls = field(line, 'calls');
  if (calls?.kind === 'array' && field(line, 'server_info')) return true;
  return isIntercepted(line) || isAudited(line);
}

/** The message in a line of text or in an object; null when there is none. */
export function envelopeOf(line: string | Fields): Envelope | null {
  if (typeof line === 'string') return fromText(line);
  if (isIntercepted(line)) return intercepted(line);
  if (isAudited(line)) return audited(line);
  const inner = wrapped(line);
  if (!inner) return rpc(line);
  const found = rpc(inner);
  return found && { ...found, ts: found.ts ?? timeIn(line), session: found.session ?? sessionIn(line) };
}

const WRAPPERS = ['message', 'payload', 'data', 'msg', 'frame'];

/** Loggers put the message under one of a few keys, beside a time and a direction. */
function wrapped(line: Fields): Fields | null {
  if (field(line, 'jsonrpc') || field(line, 'method')) return null;
  for (const key of WRAPPERS) {
    const inner = objectField(line, key);
    if (inner && (field(inner, 'jsonrpc') || field(inner, 'method'))) return inner;
  }
  return null;
}

function timeIn(line: Fields): number | null {
  return timeOf(line, field(line, 'timestamp') ?? field(line, 'ts') ?? field(line, 'time'));
}

function sessionIn(line: Fields): string | null {
  return idField(line, 'session_id') ?? idField(line, 'sessionId') ?? idField(line, 'session');
}

function rpc(body: Fields): Envelope | null {
  const method = stringField(body, 'method');
  const params = objectField(body, 'params');
  const result = objectField(body, 'result');
  const failure = field(body, 'error');
  const failed = failure && failure.kind !== 'null' ? failure : null;
  const plain = result ? null : field(body, 'result');
  if (method === null && !result && !failed && !plain) return null;
  const meta = params && objectField(params, '_meta');
  return {
    kind: method !== null && !result && !failed && !plain ? 'request' : 'response',
    id: idField(body, 'id'),
    method: method ?? '',
    body,
    params,
    tool: params && (stringField(params, 'name') || null),
    args: params && field(params, 'arguments'),
    result,
    plain,
    failure: failed,
    ts: timeIn(body),
    session: (meta && stringField(meta, 'vscode.conversationId')) ?? sessionIn(body),
    agent: null,
    lane: '',
  };
}

/** The Python client interceptor: one object per request and per response, paired by `count`. */
function isIntercepted(line: Fields): boolean {
  const type = stringField(line, 'type');
  return (type === 'request' || type === 'response') && field(line, 'count') !== null && field(line, 'method') !== null;
}

function intercepted(line: Fields): Envelope {
  const list = field(line, 'args');
  const [name, given] =
    list?.kind === 'array' ? [...elements(line.text, list)].map((e) => skeletonAt(line.text, e)) : [];
  const method = stringField(line, 'method') ?? '';
  const request = stringField(line, 'type') === 'request';
  const args = given?.kind === 'object' ? (field({ text: line.text, node: given }, 'arguments') ?? given) : null;
  const keywords = objectField(line, 'kwargs');
  const failure = field(line, 'error');
  const result = objectField(line, 'result');
  return {
    kind: request ? 'request' : 'response',
    id: idField(line, 'count'),
    method: method === 'call_tool' ? 'tools/call' : method,
    body: line,
    params: line,
    tool: (name?.kind === 'string' ? stringAt(line.text, name) : keywords && stringField(keywords, 'name')) || null,
    args: args ?? (keywords && field(keywords, 'arguments')),
    result,
    plain: result ? null : field(line, 'result'),
    failure: failure && failure.kind !== 'null' ? failure : null,
    ts: timeIn(line),
    session: sessionIn(line),
    agent: null,
    lane: '',
  };
}

/** An audit trail that names the call and its arguments, without a result. */
function isAudited(line: Fields): boolean {
  return stringField(line, 'mcpServerName') !== null && stringField(line, 'toolName') !== null;
}

function audited(line: Fields): Envelope {
  const params = objectField(line, 'params');
  const meta = objectField(line, '_meta') ?? (params && objectField(params, '_meta'));
  return {
    kind: 'request',
    id: null,
    method: 'tools/call',
    body: line,
    params: line,
    tool: stringField(line, 'toolName'),
    args: (params && field(params, 'arguments')) ?? params?.node ?? null,
    result: null,
    plain: null,
    failure: null,
    ts: timeIn(line),
    session: meta && stringField(meta, 'vscode.conversationId'),
    agent: stringField(line, 'agentId'),
    lane: '',
  };
}

const PROXY = /\[(REQUEST|RESPONSE)\] Method: (\S+) \| ID: (\S+) \| Payload: /;
const TIME = /^\s*\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)/;
const PROCESS = /\[PID:\s*(\d+)\]/;

/** What a host writes before a message: the server that it is about, on either side of the level. */
const HOST =
  /^[^[\n]{0,60}(?:\[([^\]\n]{1,100})\] \[(?:info|warn|error|debug)\]|\[(?:info|warn|error|debug)\] \[([^\]\n]{1,100})\]) Message from /;
const METADATA = / \{ metadata: [^{}\n]{0,200}\}\s*$/;

/** A line of a proxy's or a host's text log, with one message somewhere in it. */
function fromText(whole: string): Envelope | null {
  const host = HOST.exec(whole);
  const line = host ? whole.replace(METADATA, '') : whole;
  const proxy = PROXY.exec(line);
  const start = proxy ? proxy.index + proxy[0].length : line.search(/\{\s*"(jsonrpc|method|id|result|error)"/);
  if (start < 0) return null;
  const node = skeleton(line, start);
  // Hosts shorten long messages: what is left of a result is still what the log holds of it.
  if (node?.kind !== 'object' || (!node.closed && !host)) return null;
  const body = { text: line, node };
  if (!proxy && !field(body, 'jsonrpc')) return null;
  const ts = timeOfText(TIME.exec(line)?.[1]);
  const lane = PROCESS.exec(line)?.[1] ?? host?.[1] ?? host?.[2] ?? '';
  const found = rpc(body);
  if (!proxy) return found && { ...found, ts: found.ts ?? ts, lane };
  const [, direction, method = '', id = ''] = proxy;
  return unwrapped(body, found, { kind: direction === 'REQUEST' ? 'request' : 'response', method, id, ts, lane });
}

/** Proxies log the whole message, or only its `params` or `result`. */
function unwrapped(
  body: Fields,
  found: Envelope | null,
  outer: Pick<Envelope, 'kind' | 'method' | 'id' | 'ts' | 'lane'>,
): Envelope | null {
  if (found) return { ...found, ...outer };
  const request = outer.kind === 'request';
  const meta = objectField(body, '_meta');
  return {
    ...outer,
    body,
    params: request ? body : null,
    tool: request ? stringField(body, 'name') : null,
    args: request ? field(body, 'arguments') : null,
    result: request ? null : body,
    plain: null,
    failure: null,
    session: meta && stringField(meta, 'vscode.conversationId'),
    agent: null,
  };
}

/** Such logs write no zone: their times are taken as UTC. */
function timeOfText(text: string | undefined): number | null {
  if (!text) return null;
  const ms = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T').replace(',', '.')}Z`);
  return Number.isFinite(ms) ? ms : null;
}
