import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Encoding, Refusal } from '@/ingest/receiver/answer';
import { decode } from '@/ingest/receiver/decode';
import { joined, keptSpan, keptText } from '@/ingest/receiver/kept-span';
import { REQUESTS, type Signal } from '@/ingest/receiver/proto';
import { SpanAssembler } from '@/ingest/spans/assemble';
import { conversation, exportOf } from './agent-traces';

const SPANS = conversation('fuzz', [
  { named: true, steps: [{ told: 'both', result: 'messages', rows: 2 }] },
  { named: false, steps: [{ told: 'span', result: 'span', rows: 3 }] },
]);
const AS_JSON = Buffer.from(exportOf(SPANS));
const AS_PROTOBUF = Buffer.from(
  REQUESTS.traces
    .encode(
      REQUESTS.traces.create({
        resourceSpans: [
          {
            scopeSpans: [
              {
                spans: SPANS.map(({ parentSpanId, ...span }) => ({
                  ...span,
                  traceId: Buffer.from(span.traceId, 'hex'),
                  spanId: Buffer.from(span.spanId, 'hex'),
                  ...(parentSpanId === undefined ? {} : { parentSpanId: Buffer.from(parentSpanId, 'hex') }),
                })),
              },
            ],
          },
        ],
      }),
    )
    .finish(),
);

/** Read to the end, or refused with 400: never anything else. */
function readOrRefused(signal: Signal, encoding: Encoding, body: Uint8Array): void {
  try {
    const { spans } = decode(signal, encoding, body);
    for (const span of spans) {
      expect(keptSpan(keptText(span))).toEqual(span);
      expect(joined(keptText(span), keptText(span))).toBe(keptText(span));
    }
    new SpanAssembler(null).whole(spans);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.status).toBe(400);
  }
}

const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.constantFrom('set', 'cut', 'add')), { maxLength: 5 });

function damaged(bytes: Buffer, changes: readonly (readonly [number, number, string])[]): Buffer {
  let changed = Buffer.from(bytes);
  for (const [where, byte, how] of changes) {
    const at = where % (changed.length + 1);
    if (how === 'set' && at < changed.length) changed[at] = byte;
    else if (how === 'cut') changed = changed.subarray(0, at);
    else changed = Buffer.concat([changed.subarray(0, at), Buffer.of(byte), changed.subarray(at)]);
  }
  return changed;
}

describe.each(['traces', 'logs'] as const)('%s', (signal) => {
  test.each([
    ['json', AS_JSON],
    ['protobuf', AS_PROTOBUF],
  ] as const)('a damaged %s export is read or refused', (encoding, body) => {
    fc.assert(
      fc.property(damage, (changes) => readOrRefused(signal, encoding, damaged(body, changes))),
      { numRuns: 200 },
    );
  });

  test('any bytes are read or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('json', 'protobuf'), (bytes, encoding) =>
        readOrRefused(signal, encoding, bytes),
      ),
      { numRuns: 500 },
    );
  });
});

test('both encodings of one export give the same spans', () => {
  const [json, protobuf] = [decode('traces', 'json', AS_JSON), decode('traces', 'protobuf', AS_PROTOBUF)];
  expect(json.spans).toHaveLength(SPANS.length);
  const bare = (spans: typeof json.spans) => spans.map((span) => ({ ...span, scope: null }));
  expect(bare(protobuf.spans)).toEqual(bare(json.spans));
});
