import type { ServerResponse } from 'node:http';
import { RESPONSES, type Signal, STATUS } from './proto';

/** How OTLP bodies are written. */
export type Encoding = 'json' | 'protobuf';

/** What became of an export. */
export interface Export {
  rejected: number;
  /** Why, or a warning where nothing was rejected; '' where all is well. */
  message: string;
}

/** A request that is not taken, in words for the person who reads the sender's log. */
export class Refusal extends Error {
  /** `status`: HTTP. `retryAfter`: seconds, where the same request may succeed later. */
  constructor(
    readonly status: number,
    message: string,
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

const TYPES: Readonly<Record<Encoding, string>> = { json: 'application/json', protobuf: 'application/x-protobuf' };

/** Codes of google.rpc.Status (google/rpc/code.proto) by HTTP status. */
const CODES: Readonly<Record<number, number>> = { 400: 3, 403: 7, 405: 12, 408: 4, 413: 8, 415: 3, 429: 8, 503: 14 };
const INTERNAL = 13;

/** OTLP asks for answers of 4 MiB at most; nobody reads this much either. */
const LONGEST_MESSAGE = 4_000;

/** Answers an export (HTTP 200). Where all is well `partialSuccess` stays unset, as OTLP asks. */
export function answerExport(
  to: ServerResponse,
  signal: Signal,
  encoding: Encoding,
  { rejected, message }: Export,
): void {
  const count = signal === 'traces' ? 'rejectedSpans' : 'rejectedLogRecords';
  const partial = { [count]: rejected, errorMessage: message.slice(0, LONGEST_MESSAGE) };
  const body = rejected > 0 || message !== '' ? { partialSuccess: partial } : {};
  const bytes =
    encoding === 'json'
      ? Buffer.from(JSON.stringify(body))
      : RESPONSES[signal].encode(RESPONSES[signal].create(body)).finish();
  send(to, 200, TYPES[encoding], bytes);
}

/** Answers with a `google.rpc.Status`. */
export function answerRefusal(to: ServerResponse, encoding: Encoding, refusal: Refusal): void {
  const { status, retryAfter } = refusal;
  const code = CODES[status] ?? INTERNAL;
  const message = refusal.message.slice(0, LONGEST_MESSAGE);
  const bytes =
    encoding === 'json'
      ? Buffer.from(JSON.stringify({ code, message }))
      : STATUS.encode(STATUS.create({ rejectedSpans: code, errorMessage: message })).finish();
  if (retryAfter !== null) to.setHeader('Retry-After', String(retryAfter));
  send(to, status, TYPES[encoding], bytes);
}

/** Writes a whole answer, unless the other side has left. */
export function send(to: ServerResponse, status: number, type: string, bytes: Uint8Array): void {
  if (to.headersSent || to.destroyed) return;
  to.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length });
  to.end(bytes);
}
