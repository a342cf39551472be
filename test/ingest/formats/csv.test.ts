import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { detect, unknownFormat } from '@/ingest/formats';
import { declareColumns, mapColumns, parseMapping } from '@/ingest/formats/csv-columns';
import { argumentsIn, durationIn, failed, scaleOf, timeIn } from '@/ingest/formats/csv-values';
import { UnitReader } from '@/ingest/sources/units';
import type { LogRecord } from '@/lib/records';
import { readLog } from './read';

afterEach(() => declareColumns({}));

const quoted = (cell: string, delimiter = ',') =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
const table = (rows: readonly (readonly string[])[], delimiter = ',', end = '\n') =>
  rows.map((row) => row.map((cell) => quoted(cell, delimiter)).join(delimiter) + end).join('');

const HEADER = [
  'call_id',
  'Tool Name',
  'arguments',
  'output',
  'created_at',
  'Session ID',
  'customer_id',
  'is_error',
  'latency_ms',
];
const ROW = [
  'c-1',
  'search',
  '{"q":"a, \\"b\\""}',
  '[{"id":1},\n\n{"id":2}]',
  '2026-03-02 09:00:00',
  's-1',
  'acme',
  'false',
  '12',
];
const CALL = {
  type: 'call',
  id: 'c-1',
  ts: Date.UTC(2026, 2, 2, 9),
  session: 's-1',
  account: 'acme',
  tool: 'search',
  args: '{"q":"a, \\"b\\""}',
  result: '[{"id":1},\n\n{"id":2}]',
  sent: null,
  error: false,
  agent: null,
  model: null,
  environment: null,
  version: null,
  durationMs: 12,
};

describe('a table whose columns have well-known names', () => {
  test.each([
    ['comma', ',', '\n'],
    ['semicolon', ';', '\n'],
    ['tab', '\t', '\n'],
    ['Windows line ends', ',', '\r\n'],
  ])('%s', (_, delimiter, end) => {
    const log = readLog(table([HEADER, ROW], delimiter, end));
    expect(log).toMatchObject({ format: 'csv', unit: 'line', reasons: [], skipped: { header: 1 } });
    expect(log.records).toEqual([CALL]);
  });

  test('a byte order mark and a last line without its end', () => {
    expect(readLog(`\uFEFF${table([HEADER, ROW]).trimEnd()}`).records).toEqual([CALL]);
  });

  test('rows without id, session and time are calls of one session, with ids that stay', () => {
    const text = table([
      ['tool', 'result'],
      ['a', '[]'],
      ['a', '[]'],
    ]);
    const log = readLog(text);
    expect(new Set(log.calls.map(({ session }) => session)).size).toBe(1);
    expect(new Set(log.calls.map(({ id }) => id)).size).toBe(2);
    expect(readLog(text).records).toEqual(log.records);
    expect(log.calls[0]).toMatchObject({ ts: null, account: null, args: '{}', durationMs: null });
  });

  test('an answer in a row of its own, and one beside each call of its session', () => {
    const header = ['tool', 'result', 'session_id', 'question', 'final_answer'];
    const alone = readLog(table([header, ['a', '[]', 's', '', ''], ['', '', 's', 'How many?', 'None.']]));
    expect(alone.calls).toHaveLength(1);
    expect(alone.answers).toMatchObject([{ session: 's', question: 'How many?', text: 'None.' }]);
    const beside = readLog(table([header, ['a', '[]', 's', 'q', 'None.'], ['b', '[]', 's', 'q', 'None.']]));
    expect(beside.calls).toHaveLength(2);
    expect(new Set(beside.answers.map(({ id }) => id)).size).toBe(1);
  });

  test('bad rows are set aside with their lines, and the rest is read', () => {
    const text = `tool,output\na,[]\nb\n"c","x\n\ny",z\n,[]\ntool,output\nd,"[]"\n`;
    const log = readLog(text);
    expect(log.calls.map(({ tool }) => tool)).toEqual(['a', 'd']);
    expect(log.reasons).toEqual([
      'line 3: 1 cells where the header has 2',
      'lines 4 to 6: 3 cells where the header has 2',
      'line 7: the cell for the tool is empty',
    ]);
    expect(log.skipped).toEqual({ header: 1, 'repeated header': 1 });
  });

  test('a quote that is never closed is set aside at the end', () => {
    const log = readLog('tool,output\na,[]\nb,"[1,\nc,[]\n');
    expect(log.calls.map(({ tool }) => tool)).toEqual(['a']);
    expect(log.reasons).toEqual(['lines 3 to 4: a quote is opened and never closed']);
  });

  test('a quote inside a cell opens nothing', () => {
    expect(readLog('tool,output\na,5" pipe\nb,ok\n').calls.map(({ result }) => result)).toEqual(['5" pipe', 'ok']);
  });

  test('times and durations that cannot be read are counted, and their calls kept', () => {
    const log = readLog(
      table([
        ['tool', 'result', 'ts', 'duration'],
        ['a', '[]', '03/02/2026', 'long'],
      ]),
    );
    expect(log.calls).toMatchObject([{ ts: null, durationMs: null }]);
    expect(log.skipped).toEqual({ header: 1, 'time that could not be read': 1, 'duration that could not be read': 1 });
  });
});

describe('what is no such table', () => {
  test.each([
    ['an accounts file', 'id,name,revenue\na,A,1\n'],
    ['a list of counts', 'tool,args,matched\na,{},1\n'],
    ['JSON lines', '{"tool":"a","result":"b"}\n'],
    ['prose', 'The tool, as you know, is here.\nIts result, which is long, is not.\n'],
    ['rows of another width', 'tool,result\na,b,c,d\n'],
  ])('%s', (_, text) => expect(detect({ text, whole: true })?.format.id).not.toBe('csv'));

  test('a table that cannot be mapped is named with its columns and a command', () => {
    const words = unknownFormat('when,what it did,came back\n1,a,b\n');
    expect(words).toContain('no column is known to hold the tool or the result');
    expect(words).toContain('when, what it did, came back');
    expect(words).toContain(`capwatch ingest FILE --map 'tool=when,result=what it did'`);
    expect(unknownFormat('nothing at all')).toContain('no known log format');
  });
});

describe('a mapping', () => {
  const text = table([
    ['what', 'came', 'tool'],
    ['search', '[]', 'not this'],
  ]);

  test('goes before well-known names', () => {
    declareColumns({ tool: 'what', result: 'CAME' });
    expect(readLog(text).calls).toMatchObject([{ tool: 'search', result: '[]' }]);
  });

  test('that names a missing column refuses the table and says so', () => {
    declareColumns({ tool: 'what', result: 'went' });
    expect(detect({ text, whole: true })).toBe(null);
    expect(unknownFormat(text)).toContain('it has no column "went". Its columns are: what, came, tool');
  });

  test('from the command line', () => {
    expect(parseMapping('tool=a b, result = c=d')).toEqual({ tool: 'a b', result: 'c=d' });
    for (const [bad, says] of [
      ['tool', 'is not FIELD=COLUMN'],
      ['tool=', 'is not FIELD=COLUMN'],
      ['tol=a', '"tol" is no field; there are: tool, args, result'],
    ])
      expect(parseMapping(bad ?? '')).toEqual({ problem: expect.stringContaining(says ?? '') });
  });

  test('one column is not taken twice', () => {
    expect(mapColumns(['tool', 'input', 'output'], { args: 'output' }).columns).toEqual({ args: 2, tool: 0 });
  });
});

describe('values', () => {
  const at = Date.UTC(2026, 2, 2, 9, 0, 0);
  test.each<[string, number | null]>([
    ['2026-03-02T09:00:00Z', at],
    ['2026-03-02 09:00:00', at],
    ['2026-03-02 09:00:00,500', at + 500],
    ['2026-03-02 09:00:00.5 UTC', at + 500],
    ['2026-03-02 10:00:00+01', at],
    ['2026-03-02T10:00:00+0100', at],
    ['2026-03-02', Date.UTC(2026, 2, 2)],
    ['1772442000', at],
    ['1772442000000', at],
    ['1772442000.5', at + 500],
    ['02.03.2026', null],
    ['', null],
    ['99', null],
  ])('time %s', (text, ms) => expect(timeIn(text)).toBe(ms));

  test.each<[string, number, number | null]>([
    ['350', 1, 350],
    ['350 ms', 1, 350],
    ['1.5s', 1, 1500],
    ['1.5', 1000, 1500],
    ['0:00:01.5', 1, 1500],
    ['2 min', 1, 120_000],
    ['2 moons', 1, null],
    ['-1', 1, null],
    ['', 1, null],
  ])('duration %s', (text, scale, ms) => expect(durationIn(text, scale)).toBe(ms));

  test.each([
    ['duration', 1],
    ['duration_ms', 1],
    ['duration_s', 1000],
    ['durationS', 1000],
    ['latency (s)', 1000],
    ['elapsed seconds', 1000],
    ['tools', 1],
  ])('a bare number in %s', (column, scale) => expect(scaleOf(column)).toBe(scale));

  test('whether a call failed', () => {
    for (const yes of ['true', '1', 'Error', 'failed', 'timeout after 3 s']) expect(failed(yes)).toBe(true);
    for (const no of ['', 'false', '0', 'OK', 'success', 'NULL', 'nan']) expect(failed(no)).toBe(false);
  });

  test('arguments are JSON text, whatever the table holds', () => {
    expect(argumentsIn('{"a": 1}')).toBe('{"a": 1}');
    expect(JSON.parse(argumentsIn(`{'a': True, 'b': None}`))).toEqual({ a: true, b: null });
    expect(argumentsIn('')).toBe('{}');
    expect(argumentsIn('ls -la')).toBe('"ls -la"');
    expect(argumentsIn("{'a': ")).toBe(JSON.stringify("{'a': "));
  });
});

describe('any table', () => {
  const cell = fc
    .oneof(fc.string(), fc.constantFrom('"', '""', '\n', '\n\n', 'a\n \nb', ',', '{"a":"b"}', ';'))
    // A carriage return before a line end is part of the line end; `losses` says so.
    .map((text) => text.replaceAll('\r', ''));
  const rows = fc.array(fc.tuple(fc.constantFrom('a', 'b "c"', 'd,e'), cell, cell), { minLength: 1, maxLength: 6 });

  test('comes back cell by cell, wherever the bytes are cut and the reader is stopped', () => {
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(',', ';', '\t'),
        fc.array(fc.nat(400), { maxLength: 6 }),
        (given, delimiter, cuts) => {
          const text = table([['tool', 'args', 'result'], ...given], delimiter);
          const { records, reasons } = stopped(text, cuts);
          expect(reasons).toEqual([]);
          expect(records.map((record) => record.type === 'call' && [record.tool, record.result ?? ''])).toEqual(
            given.map(([tool, , result]) => [tool, result]),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  test('broken in any way it never throws, and every row is read or set aside', () => {
    fc.assert(
      fc.property(rows, fc.nat(300), fc.constantFrom('"', ',', '\n', '\0', '\uD800', ''), (given, at, junk) => {
        const text = table([['tool', 'args', 'result'], ...given]);
        const from = 'tool,args,result\n'.length + (at % Math.max(1, text.length));
        const { records, reasons } = stopped(text.slice(0, from) + junk + text.slice(from + 1), [at]);
        if (text.length > from) expect(records.length + reasons.length).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });

  /** Reads a table in pieces; at each cut the reader is stored and opened again. */
  function stopped(text: string, cuts: readonly number[]): { records: LogRecord[]; reasons: string[] } {
    const detected = detect({ text: 'tool,args,result\n', whole: true });
    if (!detected) throw new Error('not recognised');
    const bytes = Buffer.from(text);
    const records: LogRecord[] = [];
    const reasons: string[] = [];
    let state = null as ReturnType<UnitReader['state']> | null;
    let position = 0;
    for (const end of [...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
      const reader = new UnitReader(detected, { fingerprint: 'print', path: 'test' }, { position, state });
      reader.push(bytes.subarray(position, end));
      if (end === bytes.length) reader.finish();
      state = JSON.parse(JSON.stringify(reader.state()));
      const stretch = reader.take();
      position = Math.max(position, stretch.position);
      records.push(...stretch.records);
      reasons.push(...stretch.quarantined.map(({ reason }) => reason));
    }
    expect(position).toBe(bytes.length);
    return { records, reasons };
  }
});

test('a hundred thousand lines in one cell take no time that grows with their square', () => {
  const result = Array.from({ length: 100_000 }, (_, i) => `{"id": "${i}"},`).join('\n');
  const started = performance.now();
  const log = readLog(
    table([
      ['tool', 'result'],
      ['a', result],
    ]),
  );
  expect(log.calls[0]?.result).toBe(result);
  expect(performance.now() - started).toBeLessThan(5_000);
});
