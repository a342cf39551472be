import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { detect } from '@/ingest/formats';
import { UnitReader } from '@/ingest/sources/units';
import type { AnswerRecord, CallRecord, LogRecord } from '@/lib/records';

export interface ReadLog {
  format: string;
  unit: string;
  records: LogRecord[];
  calls: CallRecord[];
  answers: AnswerRecord[];
  skipped: Record<string, number>;
  reasons: string[];
}

export function fixture(name: string): string {
  return readFileSync(resolve(import.meta.dirname, '../../fixtures', name), 'utf8');
}

/** Reads a whole log as `inspect` does. */
export function readLog(text: string, fingerprint = 'print'): ReadLog {
  const detected = detect({ text: text.slice(0, 65_536), whole: text.length <= 65_536 });
  if (!detected) throw new Error('no format recognised this log');
  const reader = new UnitReader(detected, { fingerprint, path: 'test' }, { position: 0, state: null });
  if (detected.unit === 'document') reader.document(Buffer.from(text));
  else reader.push(Buffer.from(text));
  reader.finish();
  reader.settle();
  const { records, skipped, quarantined } = reader.take();
  return {
    format: detected.format.id,
    unit: detected.unit,
    records,
    calls: records.filter((record) => record.type === 'call'),
    answers: records.filter((record) => record.type === 'answer'),
    skipped: Object.fromEntries(skipped),
    reasons: quarantined.map((unit) => unit.reason),
  };
}
