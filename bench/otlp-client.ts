import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';

export type Encoding = 'json' | 'protobuf';

/** What a client met; times in milliseconds. */
export interface Met {
  requests: number;
  bytes: number;
  /** By status, or by the code of the system. */
  retries: Record<string, number>;
  rejected: number;
  /** From the first try to the acknowledgement, retries included. */
  times: number[];
}

const SERIALIZERS = { json: JsonTraceSerializer, protobuf: ProtobufTraceSerializer };
const TYPES = { json: 'application/json', protobuf: 'application/x-protobuf' };

/** Statuses that OTLP/HTTP lets a client send again (opentelemetry-proto docs/specification.md, "Retryable Response Codes"). */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/** What an SDK waits for one answer, ms. */
const TIMEOUT = 10_000;

export function bodyOf(spans: ReadableSpan[], encoding: Encoding): Buffer {
  const bytes = SERIALIZERS[encoding].serializeRequest(spans);
  if (!bytes) throw new Error(`the SDK could not write spans as ${encoding}`);
  return gzipSync(bytes, { level: 1 });
}

/** An OTLP/HTTP client by the rules: what may be sent again is sent again until it is acknowledged, with growing pauses. */
export class Client {
  readonly met: Met = { requests: 0, bytes: 0, retries: {}, rejected: 0, times: [] };

  constructor(
    private readonly url: string,
    private readonly encoding: Encoding,
  ) {}

  /** Resolves when the spans are acknowledged; throws on an answer that may not be sent again. */
  async send(body: Buffer): Promise<void> {
    const start = performance.now();
    for (let wait = FIRST_PAUSE; ; wait = Math.min(LONGEST_PAUSE, wait * 2)) {
      const { again, after } = await this.once(body);
      if (again === null) break;
      this.met.retries[again] = (this.met.retries[again] ?? 0) + 1;
      await pause(after ?? wait * (0.5 + Math.random()));
    }
    this.met.times.push(performance.now() - start);
  }

  private async once(body: Buffer): Promise<{ again: string | null; after: number | null }> {
    this.met.requests++;
    this.met.bytes += body.length;
    const headers = { 'Content-Type': TYPES[this.encoding], 'Content-Encoding': 'gzip' };
    const signal = AbortSignal.timeout(TIMEOUT);
    try {
      const answer = await fetch(this.url, { method: 'POST', headers, body: new Uint8Array(body), signal });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.ok) this.accept(bytes);
      else if (!RETRYABLE.has(answer.status)) throw new Refused(`${answer.status}: ${bytes.toString().slice(0, 300)}`);
      const after = Number(answer.headers.get('retry-after') ?? Number.NaN) * 1_000;
      return { again: answer.ok ? null : String(answer.status), after: Number.isNaN(after) ? null : after };
    } catch (error) {
      if (error instanceof Refused) throw error;
      return { again: codeOf(error), after: null };
    }
  }

  private accept(bytes: Buffer): void {
    const said =
      this.encoding === 'json'
        ? JsonTraceSerializer.deserializeResponse(bytes)
        : ProtobufTraceSerializer.deserializeResponse(bytes);
    this.met.rejected += Number(said.partialSuccess?.rejectedSpans ?? 0);
  }
}

class Refused extends Error {}

function codeOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? 'unknown';
}
