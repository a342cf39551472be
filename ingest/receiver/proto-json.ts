import type { REQUESTS } from './proto';

const IDS = new Set(['traceId', 'spanId', 'parentSpanId']);

/** A decoded export as OTLP/JSON: ids in hex, other bytes in base64, 64-bit integers as strings. */
export function jsonOf(message: object, type: (typeof REQUESTS)['traces']): string {
  const value = type.toObject(message, { longs: String, bytes: String });
  return JSON.stringify(value, (key, inner: unknown) =>
    IDS.has(key) && typeof inner === 'string' ? Buffer.from(inner, 'base64').toString('hex') : inner,
  );
}
