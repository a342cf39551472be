import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerExport, answerRefusal, type Encoding, type Export, Refusal, send } from './answer';
import { brokenBody, inflated, wholeBody } from './body';
import { Room } from './budget';
import { refuseForeignPages } from './origin';
import type { Signal } from './proto';
import { WorkerLink } from './worker-link';

export interface FrontOptions {
  /** The data folder: the worker listens there. */
  folder: string;
  /** Largest OTLP body, as received and as inflated, bytes. */
  maxBody: number;
  /** The address that the server listens on. */
  host: string;
  /** How long a sender may say nothing, ms; a minute unless told otherwise. */
  silence?: number;
}

const SIGNALS = new Map<string, Signal>([
  ['/v1/traces', 'traces'],
  ['/v1/logs', 'logs'],
]);
const NATIVE = '/api/ingest';
const JUDGE = '/api/judge';

/** Largest log that is judged on the spot, bytes as inflated: the worker does nothing else meanwhile. */
const MOST_JUDGED = 8 * 1024 * 1024;

/** What a log by HTTP may call itself; the last is what curl says of any data. */
const NATIVE_TYPES =
  /^(application\/(x-ndjson|ndjson|jsonl|jsonlines|x-jsonlines|json|octet-stream|gzip|x-www-form-urlencoded)|text\/plain)$/;

/** Bodies that are held at one time, as a multiple of the largest. */
const AT_ONCE = 4;

/** How long what is still sent after an answer is thrown away before the line is cut, ms. */
const DRAIN = 2_000;

/** The receiver's side in the server process: checks, unpacks and hands on; the worker stores and says what became of it. */
export class ReceiverFront {
  private readonly worker: WorkerLink;
  private readonly room: Room;

  constructor(private readonly options: FrontOptions) {
    this.worker = new WorkerLink(options.folder);
    this.room = new Room(options.maxBody * AT_ONCE);
  }

  /** Answers the request if its address is one of the receiver's; false leaves it to others. */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const signal = SIGNALS.get(path);
    if (!signal && path !== NATIVE && path !== JUDGE) return false;
    const encoding = signal ? encodingOf(request) : 'json';
    const work = signal
      ? this.otlp(request, response, signal, encoding)
      : path === JUDGE
        ? this.judge(request, response)
        : this.native(request, response);
    work.catch((error: unknown) => refuse(request, response, encoding ?? 'json', error));
    return true;
  }

  private async otlp(
    request: IncomingMessage,
    response: ServerResponse,
    signal: Signal,
    encoding: Encoding | null,
  ): Promise<void> {
    this.check(request, response);
    if (encoding === null)
      throw new Refusal(
        415,
        `Content-Type "${typeOf(request)}" is not OTLP; send application/json or application/x-protobuf`,
      );
    const budget = this.room.budget();
    try {
      const body = await wholeBody(inflated(request, this.options.maxBody, this.options.silence), budget);
      const said = await this.worker.send(`/v1/${signal}`, encoding, body);
      answerExport(response, signal, encoding, said as unknown as Export);
    } finally {
      budget.release();
    }
  }

  private async native(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.check(request, response);
    const type = typeOf(request);
    if (type !== '' && !NATIVE_TYPES.test(type))
      throw new Refusal(415, `Content-Type "${type}" is not a log by lines; send application/x-ndjson`);
    const said = await this.worker.stream(NATIVE, inflated(request, null, this.options.silence));
    send(response, 200, 'application/json', Buffer.from(JSON.stringify(said)));
  }

  /** A log in any format, judged on the spot; `?keep=1` stores it too. */
  private async judge(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.check(request, response);
    const keep = new URL(request.url ?? '', 'http://localhost').searchParams.get('keep') === '1';
    const budget = this.room.budget();
    try {
      const body = await wholeBody(inflated(request, MOST_JUDGED, this.options.silence), budget);
      const said = await this.worker.send(keep ? `${JUDGE}?keep=1` : JUDGE, 'json', body);
      send(response, 200, 'application/json', Buffer.from(JSON.stringify(said)));
    } finally {
      budget.release();
    }
  }

  private check(request: IncomingMessage, response: ServerResponse): void {
    if (request.method !== 'POST') {
      response.setHeader('Allow', 'POST');
      throw new Refusal(405, 'logs are sent with POST');
    }
    refuseForeignPages(request, this.options.host);
  }
}

function typeOf(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase().slice(0, 80) ?? '';
}

function encodingOf(request: IncomingMessage): Encoding | null {
  const type = typeOf(request);
  if (type === 'application/json') return 'json';
  return type === 'application/x-protobuf' || type === 'application/protobuf' ? 'protobuf' : null;
}

function refuse(request: IncomingMessage, response: ServerResponse, encoding: Encoding, error: unknown): void {
  const why = brokenBody(error);
  const refusal = why instanceof Refusal ? why : new Refusal(500, `a fault of Capwatch: ${wordsOf(why)}`);
  if (request.complete) {
    answerRefusal(response, encoding, refusal);
    return;
  }
  // The sender may read the answer only when it has sent all: the rest is let through for a while, and not kept.
  response.setHeader('Connection', 'close');
  answerRefusal(response, encoding, refusal);
  request.unpipe();
  request.resume();
  // A line that is gone already has no socket any more, whatever the types say.
  const socket: Socket | null = request.socket;
  setTimeout(() => socket?.destroy(), DRAIN).unref();
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
