import type { AccountRecord, AnswerRecord, CallRecord, CensusRecord, LogRecord } from '@/lib/records';
import {
  asArguments,
  derivedId,
  type Fields,
  field,
  idField,
  numberField,
  payloadText,
  rawText,
  readObject,
  shareOf,
  stringField,
  timeOf,
} from './fields';
import type { Format, FormatContext, FormatReader, Head, Recognised, Step } from './types';

/** The native log, version 1: NDJSON, one record a line. `result`, `sent` and `args` stay text. */
export const native: Format = {
  id: 'native',
  name: 'Capwatch native log (NDJSON)',
  reads: 'logs that you write yourself: one call, answer, account or census per line (`docs/native-log.md`)',
  loses: 'nothing',
  recognise,
  open,
};

function recognise(head: Head): Recognised {
  return { certainty: 0.95 * shareOf(head, (line) => fits(line)), unit: 'line' };
}

/** A `type` alone is not enough: other logs use the same words. */
function fits(line: Fields): boolean {
  switch (stringField(line, 'type')) {
    case 'call':
      return field(line, 'tool') !== null;
    case 'census':
      return field(line, 'matched') !== null;
    case 'answer':
      return field(line, 'text') !== null;
    case 'account':
      return field(line, 'id') !== null;
    default:
      return false;
  }
}

function open(context: FormatContext): FormatReader {
  return { read: (unit, offset) => readLine(unit, offset, context), pending: () => [], state: () => null };
}

function readLine(unit: string, offset: number, context: FormatContext): Step {
  const read = readObject(unit);
  if ('reason' in read) return { records: [], quarantine: [read.reason] };
  const type = stringField(read.fields, 'type');
  if (type === null) return { records: [], quarantine: ['field "type": a string is required'] };
  const build = BUILDERS.get(type);
  if (!build) return { records: [], skipped: [type] };
  const line = new Line(read.fields, offset, context);
  const record = build(line);
  return line.wrong.length > 0 ? { records: [], quarantine: [line.wrong.join('; ')] } : { records: [record] };
}

/** Collects what is wrong with a line while its record is built, naming each field. */
class Line {
  readonly wrong: string[] = [];

  constructor(
    readonly fields: Fields,
    readonly offset: number,
    readonly context: FormatContext,
  ) {}

  required(key: string): string {
    const value = idField(this.fields, key);
    if (value === null) this.wrong.push(`field "${key}": a non-empty string is required`);
    return value ?? '';
  }

  optional(key: string): string | null {
    const node = field(this.fields, key);
    if (node && !['string', 'number', 'null'].includes(node.kind)) this.expected(key, 'a string');
    return idField(this.fields, key);
  }

  number(key: string, least = Number.NEGATIVE_INFINITY): number | null {
    const node = field(this.fields, key);
    if (!node || node.kind === 'null') return null;
    const value = numberField(this.fields, key);
    if (value === null || !Number.isFinite(value) || value < least)
      this.expected(key, least === 0 ? 'a number of at least 0' : 'a number');
    return value;
  }

  flag(key: string): boolean {
    const node = field(this.fields, key);
    if (!node || node.kind === 'null') return false;
    if (node.kind !== 'boolean') this.expected(key, 'true or false');
    return rawText(this.fields, node) === 'true';
  }

  time(): number | null {
    const node = field(this.fields, 'ts');
    if (!node || node.kind === 'null') return null;
    const ms = timeOf(this.fields, node);
    if (ms === null) this.expected('ts', 'a time such as "2026-03-13T17:20:00Z"');
    return ms;
  }

  args(): string {
    const node = field(this.fields, 'args');
    if (node && node.kind !== 'object' && node.kind !== 'array' && node.kind !== 'string' && node.kind !== 'null')
      this.expected('args', 'an object');
    return asArguments(payloadText(this.fields, node));
  }

  id(): string {
    return this.optional('id') ?? derivedId('log', this.context.fingerprint, this.offset, this.fields.text);
  }

  /** A log without sessions is one session: its calls are each other's neighbours. */
  session(): string {
    return this.optional('session') ?? `log-${this.context.fingerprint.slice(0, 12)}`;
  }

  expected(key: string, what: string): void {
    const node = field(this.fields, key);
    this.wrong.push(`field "${key}": ${what} is expected, found ${node ? node.kind : 'nothing'}`);
  }
}

const BUILDERS = new Map<string, (line: Line) => LogRecord>(
  Object.entries({
    call: (line: Line): CallRecord => {
      if (!field(line.fields, 'result')) line.wrong.push('field "result": required of a call');
      return {
        type: 'call',
        id: line.id(),
        ts: line.time(),
        session: line.session(),
        account: line.optional('account'),
        tool: line.required('tool'),
        args: line.args(),
        result: payloadText(line.fields, field(line.fields, 'result')),
        sent: payloadText(line.fields, field(line.fields, 'sent')),
        error: line.flag('error'),
        agent: line.optional('agent'),
        model: line.optional('model'),
        environment: line.optional('environment'),
        version: line.optional('version'),
        durationMs: line.number('duration_ms', 0),
      };
    },
    answer: (line: Line): AnswerRecord => ({
      type: 'answer',
      id: line.id(),
      ts: line.time(),
      session: line.session(),
      account: line.optional('account'),
      question: line.optional('question'),
      text: line.required('text'),
    }),
    account: (line: Line): AccountRecord => ({
      type: 'account',
      id: line.required('id'),
      name: line.optional('name'),
      revenue: line.number('revenue'),
      currency: line.optional('currency'),
      segment: line.optional('segment'),
    }),
    census: (line: Line): CensusRecord => ({
      type: 'census',
      tool: line.required('tool'),
      account: line.optional('account'),
      args: line.args(),
      matched: matched(line),
      ts: line.time(),
    }),
  }),
);

function matched(line: Line): number {
  const value = line.number('matched', 0);
  if (value === null) line.wrong.push('field "matched": a number is required');
  return value ?? 0;
}
