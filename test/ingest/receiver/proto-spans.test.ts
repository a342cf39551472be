import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readObject } from '@/ingest/formats/fields';
import { REQUESTS } from '@/ingest/receiver/proto';
import { jsonOf } from '@/ingest/receiver/proto-json';
import { protoSpans } from '@/ingest/receiver/proto-spans';
import { otlpSpans } from '@/ingest/spans/containers/otlp';

const type = REQUESTS.traces as typeof REQUESTS.traces & { fromObject(value: object): object };

const integer = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const time = fc.oneof(fc.constantFrom('0', '1772532000123456789'), fc.bigInt({ min: 0n, max: 2n ** 63n }).map(String));
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const id = (length: number) => fc.option(fc.oneof(bytes(length), fc.uint8Array({ maxLength: 20 })), { nil: undefined });
const text = fc.string({ unit: 'grapheme', maxLength: 12 });

const { value } = fc.letrec<{ value: object; pair: object }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.record({ stringValue: text }),
    fc.record({ intValue: integer }),
    fc.record({ doubleValue: fc.double({ noNaN: true, noDefaultInfinity: true }) }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ bytesValue: fc.uint8Array({ maxLength: 5 }) }),
    fc.constant({}),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie('value'), { maxLength: 3 }) }) }),
    fc.record({ kvlistValue: fc.record({ values: fc.array(tie('pair'), { maxLength: 3 }) }) }),
  ),
  pair: fc.record({ key: text, value: tie('value') }, { requiredKeys: [] }),
}));
const attributes = fc.array(fc.record({ key: text, value }, { requiredKeys: [] }), { maxLength: 5 });

const span = fc.record(
  {
    traceId: id(16),
    spanId: id(8),
    parentSpanId: id(8),
    name: text,
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    attributes,
    droppedAttributesCount: fc.nat(9),
    events: fc.array(fc.record({ name: text, attributes }, { requiredKeys: [] }), { maxLength: 2 }),
    status: fc.record({ code: fc.nat(2), message: text }, { requiredKeys: [] }),
  },
  { requiredKeys: ['traceId', 'spanId'] },
);

const request = fc.record({
  resourceSpans: fc.array(
    fc.record(
      {
        resource: fc.record({ attributes }),
        scopeSpans: fc.array(
          fc.record(
            { scope: fc.record({ name: text }, { requiredKeys: [] }), spans: fc.array(span, { maxLength: 3 }) },
            { requiredKeys: [] },
          ),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 2 },
  ),
});

test('an export in protobuf gives the spans that its JSON gives', () => {
  let seen = 0;
  fc.assert(
    fc.property(request, (value) => {
      const message = type.decode(type.encode(type.fromObject(value)).finish());
      const read = readObject(jsonOf(message, type));
      if (!('fields' in read)) throw new Error(read.reason);
      const found = protoSpans(message);
      expect(found).toEqual(otlpSpans(read.fields));
      seen += found.spans.length;
    }),
    { numRuns: 1_000 },
  );
  expect(seen).toBeGreaterThan(100);
});

test('deep values end where those of JSON end', () => {
  let value: object = { stringValue: 'deep' };
  for (let i = 0; i < 12; i++) value = { arrayValue: { values: [value] } };
  const spans = [
    { traceId: Buffer.alloc(16, 1), spanId: Buffer.alloc(8, 2), name: 'n', attributes: [{ key: 'a', value }] },
  ];
  const message = type.fromObject({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  const read = readObject(jsonOf(message, type));
  if (!('fields' in read)) throw new Error(read.reason);
  expect(protoSpans(message)).toEqual(otlpSpans(read.fields));
});

test('a number that is none gives no attribute', () => {
  const attributes = [{ key: 'a', value: { doubleValue: Number.NaN } }];
  const spans = [{ traceId: Buffer.alloc(16, 1), spanId: Buffer.alloc(8, 2), name: 'n', attributes }];
  const { spans: found } = protoSpans(type.fromObject({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));
  expect(found.map((one) => [...one.attributes])).toEqual([[]]);
});
