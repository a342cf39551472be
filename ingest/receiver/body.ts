import type { IncomingMessage } from 'node:http';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Refusal } from './answer';
import type { Budget } from './budget';

/** A sender that says nothing for this long, ms, has gone. */
const SILENCE = 60_000;

/** The body as it was meant: inflated where it came packed. Fails with a Refusal (408, 415, 400, 413). `silence`: ms. */
export function inflated(request: IncomingMessage, most: number | null, silence: number = SILENCE): Readable {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip' && encoding !== 'x-gzip' && encoding !== '')
    throw new Refusal(415, `Content-Encoding "${encoding.slice(0, 40)}" is not known here; send gzip or none`);
  if (most !== null && Number(request.headers['content-length'] ?? 0) > most) throw tooLarge(most, 'as received');
  const out = new PassThrough();
  // Not the request itself: its line would go with it, and the answer is to be heard.
  request.setTimeout(silence, () => {
    if (!request.complete) out.destroy(new Refusal(408, 'the body did not arrive'));
  });
  const packed = encoding === 'gzip' || encoding === 'x-gzip';
  const count = (what: string) => bounded(most, what);
  const done = () => {};
  if (packed) pipeline(request, count('as received'), createGunzip(), count('inflated'), out, done);
  else pipeline(request, count('as received'), out, done);
  return out;
}

function bounded(most: number | null, what: string) {
  let seen = 0;
  return async function* count(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      seen += chunk.length;
      if (most !== null && seen > most) throw tooLarge(most, what);
      yield chunk;
    }
  };
}

function tooLarge(most: number, what: string): Refusal {
  const mib = Math.round((most / 1024 / 1024) * 100) / 100;
  return new Refusal(413, `the body ${what} is larger than ${mib} MiB; send smaller batches, or set CAPWATCH_MAX_BODY`);
}

/** Reads a bounded body whole; every byte of it is taken from the budget until `release`. */
export async function wholeBody(from: Readable, budget: Budget): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of from as AsyncIterable<Buffer>) {
    budget.take(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What broke while a body was read, as a Refusal: a sender's fault, or the sender has left. */
export function brokenBody(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code.startsWith('Z_')) return new Refusal(400, `the body is no whole gzip: ${error.message}`);
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new Refusal(400, 'the body ended too early');
  return error;
}
