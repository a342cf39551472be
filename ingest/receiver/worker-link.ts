import { Agent, type ClientRequest, type IncomingMessage, request as open } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Encoding, Refusal } from './answer';
import { socketPath } from './socket';

/** How long the worker may take for what it holds whole, ms: longer than a sender waits. */
const PATIENCE = 60_000;

/** Seconds after which the worker is likely to be back, or to have room. */
const COME_BACK = 2;

/** What the worker says; errors hold a `message`. */
export type Said = Record<string, unknown>;

/** The server's line to the worker, over a socket that only this machine has. */
export class WorkerLink {
  private readonly path: string;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(folder: string) {
    this.path = socketPath(folder);
  }

  /** Hands over a whole body; resolves when it is stored. Fails with the worker's Refusal, or 503 when it is not there. */
  send(path: string, encoding: Encoding, body: Buffer): Promise<Said> {
    const request = this.open(path, { 'Content-Type': encoding, 'Content-Length': body.length });
    request.setTimeout(PATIENCE, () => request.destroy(new Refusal(503, 'the store is busy', COME_BACK)));
    const said = this.said(request);
    request.end(body);
    return said;
  }

  /** Hands over a body as it comes. */
  async stream(path: string, body: Readable): Promise<Said> {
    const request = this.open(path, {});
    const said = this.said(request);
    // What the worker says of a stream counts more than that it stopped listening.
    said.catch(() => {});
    try {
      await pipeline(body, request);
    } catch (error) {
      if (body.errored && !isLinkError(body.errored)) throw body.errored;
      await said;
      throw error;
    }
    return said;
  }

  private open(path: string, headers: Record<string, string | number>): ClientRequest {
    return open({ socketPath: this.path, path, method: 'POST', headers, agent: this.agent });
  }

  private said(request: ClientRequest): Promise<Said> {
    return new Promise((resolve, reject) => {
      request.once('error', (error) => reject(error instanceof Refusal ? error : away()));
      request.once('response', (response) => {
        read(response).then(resolve, reject);
      });
    });
  }
}

async function read(response: IncomingMessage): Promise<Said> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer);
  } catch {
    throw away();
  }
  const said = JSON.parse(Buffer.concat(chunks).toString()) as Said;
  const { statusCode: status = 500 } = response;
  if (status === 200) return said;
  const retry = response.headers['retry-after'];
  throw new Refusal(status, String(said.message), retry === undefined ? null : Number(retry));
}

function isLinkError(error: Error): boolean {
  return ['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function away(): Refusal {
  return new Refusal(503, 'the part of Capwatch that stores is being started; send again', COME_BACK);
}
