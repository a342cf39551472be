import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Writer } from '@/db/sqlite/open';
import type { Pipeline } from '../pipeline';
import { Refusal, send } from './answer';
import { Assembly } from './assembly';
import { Intake } from './intake';
import { JudgeIntake } from './judge-intake';
import { NativeIntake } from './native-intake';
import type { Signal } from './proto';
import { socketPath } from './socket';
import { isStoreError } from './store-trouble';

const LOOK_FOR_DUE = 250;
const TIDY = 60_000;

/** Seconds after which a store that could not be written may be writable again. */
const STORE_BACK = 5;

/** The receiver's side in the worker, the one writer: stores what the server hands over, and answers when it is stored. */
export class ReceiverHost {
  private readonly server: Server;
  private readonly path: string;
  private readonly intake: Intake;
  private readonly judge: JudgeIntake;
  private readonly native: NativeIntake;
  private readonly assembly: Assembly;
  private readonly timers: NodeJS.Timeout[];
  private untidy = false;
  private assembling: Promise<void> | null = null;
  private stopping = false;

  constructor(
    folder: string,
    writer: Writer,
    pipeline: Pipeline,
    private readonly onTrouble: (error: unknown) => void,
  ) {
    this.path = socketPath(folder);
    this.intake = new Intake(writer, pipeline);
    this.judge = new JudgeIntake(pipeline);
    this.native = new NativeIntake(writer, pipeline);
    this.assembly = new Assembly(writer, pipeline);
    this.server = createServer({ requestTimeout: 0 }, (request, response) => {
      this.answer(request, response).catch((error: unknown) => this.refuse(request, response, error));
    });
    this.timers = [
      setInterval(() => this.assemble(), LOOK_FOR_DUE),
      setInterval(() => {
        this.untidy = true;
      }, TIDY),
    ];
  }

  /** Begins to listen. This process holds the store's lock, so a socket that is left there is nobody's. */
  async listen(): Promise<void> {
    if (process.platform !== 'win32') rmSync(this.path, { force: true });
    await new Promise<void>((done) => {
      // Where no socket can be made (some network folders), the worker goes on without the receiver.
      this.server.on('error', (error) => {
        this.onTrouble(error);
        done();
      });
      this.server.listen(this.path, () => done());
    });
    if (process.platform !== 'win32' && this.server.listening) chmodSync(this.path, 0o600);
  }

  /** Answers what is being stored, takes nothing more. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearInterval(timer);
    const closed = new Promise<void>((done) => this.server.close(() => done()));
    this.server.closeIdleConnections();
    const impatient = setTimeout(() => this.server.closeAllConnections(), 3_000);
    await closed;
    clearTimeout(impatient);
    await this.assembling;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.stopping) throw new Refusal(503, 'Capwatch is being stopped', STORE_BACK);
    if (request.url === '/api/ingest') {
      say(response, 200, await this.native.take(request));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === '/api/judge' || request.url === '/api/judge?keep=1') {
      say(response, 200, await this.judge.take(Buffer.concat(chunks), request.url.endsWith('keep=1')));
      return;
    }
    const signal: Signal = request.url === '/v1/logs' ? 'logs' : 'traces';
    const encoding = request.headers['content-type'] === 'protobuf' ? 'protobuf' : 'json';
    say(response, 200, await this.intake.take(signal, encoding, Buffer.concat(chunks)));
    setImmediate(() => this.assemble());
  }

  private refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const refusal = refusalOf(error);
    if (refusal.status >= 500 && !(error instanceof Refusal)) this.onTrouble(error);
    if (refusal.retryAfter !== null) response.setHeader('Retry-After', String(refusal.retryAfter));
    say(response, refusal.status, { message: refusal.message });
    if (!request.complete) request.resume();
  }

  private assemble(): void {
    if (this.stopping) return;
    this.assembling ??= this.work()
      .catch((error: unknown) => this.onTrouble(error))
      .finally(() => {
        this.assembling = null;
      });
  }

  private async work(): Promise<void> {
    while (!this.stopping && this.assembly.some()) await otherWork();
    while (!this.stopping && this.untidy) {
      this.untidy = this.assembly.tidy();
      await otherWork();
    }
  }
}

/** Requests and files go on between two transactions. */
function otherWork(): Promise<void> {
  return new Promise((next) => setImmediate(next));
}

/** A store that is locked, full or out of reach is no fault of the sender, and may be well again. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const words = error instanceof Error ? error.message : String(error);
  if (isStoreError(error)) return new Refusal(503, `the store cannot be written now: ${words}`, STORE_BACK);
  return new Refusal(500, `a fault of Capwatch: ${words}`);
}

function say(to: ServerResponse, status: number, said: object): void {
  send(to, status, 'application/json', Buffer.from(JSON.stringify(said)));
}
