import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCells, csvRecords } from '@/lib/contract/read/csv';
import { rowsBegin } from '@/lib/contract/read/lines';
import { looksPython, pythonList } from '@/lib/contract/read/python';
import { alone } from '../judging';

/** A value as Python prints it. */
const printed = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.integer().map(String),
    fc.constantFrom('None', 'True', "Decimal('4.50')", 'datetime.date(2026, 3, 1)'),
    fc.string().map((text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`),
    fc.string().map((text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`),
    fc.array(tie('value'), { maxLength: 4 }).map((list) => `[${list.join(', ')}]`),
    fc.array(tie('value'), { minLength: 2, maxLength: 4 }).map((list) => `(${list.join(', ')})`),
    fc.array(tie('value'), { maxLength: 3 }).map((list) => `{${list.map((one, i) => `'k${i}': ${one}`).join(', ')}}`),
  ),
})).value;

describe('a list as Python prints it', () => {
  it('has the elements that it was made of', () => {
    fc.assert(
      fc.property(fc.array(printed, { maxLength: 12 }), (list) => {
        expect(pythonList(`[${list.join(', ')}]`)).toEqual(list);
      }),
    );
  });

  it('is none when it is cut, or when more follows', () => {
    fc.assert(
      fc.property(fc.array(printed, { minLength: 1, maxLength: 6 }), (list) => {
        const text = `[${list.join(', ')}]`;
        expect(pythonList(text.slice(0, -1))).not.toEqual(list);
        expect(pythonList(`${text} and ${text}`)).toBeNull();
      }),
    );
  });

  it.each(["[(1, 'a')]", "['a', 'b']", "[{'id': 1}]", "[Row(id=1, name='a')]"])('looks like one: %s', (text) =>
    expect(looksPython(text)).toBe(true),
  );
  it.each(['[{"id": 1}]', '[1, 2]', '[INFO] started', '[x] done', "'a'"])('does not: %s', (text) =>
    expect(looksPython(text)).toBe(false),
  );
});

describe('CSV', () => {
  it('keeps line breaks and commas inside quotes', () => {
    const records = csvRecords('a,b,c\n1,"x\ny, z","say ""hi"""\n\n2,,'.split('\n'));
    expect(records.length).toBe(3);
    expect(records.map(csvCells)).toEqual([
      ['a', 'b', 'c'],
      ['1', 'x\ny, z', 'say "hi"'],
      ['2', '', ''],
    ]);
  });
});

describe('rows that begin with a line of a known form', () => {
  it('leaves head and foot around them', () => {
    const text = 'Head\n# 1\nbody\n# 2\n## End\n# 3';
    const { rows, around } = rowsBegin(text.split('\n'), /^# /, /^## End/, 'result');
    expect(rows.lines).toEqual(['# 1\nbody', '# 2']);
    expect(around).toEqual(['Head', '## End', '# 3']);
  });
});

/** Tools and payloads that a dialect could take for its own, and must not. */
describe('near misses', () => {
  it.each([
    ['search without an index', 'search', { q: 'a' }, [{ id: 1 }]],
    ['logs of another server', 'get_logs', { pod: 'web-0' }, [{ line: 'x' }]],
    ['a query that is no SQL argument', 'query', { q: 'a' }, [{ id: 1 }]],
    ['statements of another server', 'execute_sql', { sql: 'SELECT 1' }, [{ id: 1 }]],
    ['records without a base', 'list_records', { table: 't' }, [{ id: 1 }]],
    ['customers that are not of Stripe', 'list_customers', {}, [{ id: 17, name: 'a' }]],
    ['a preview that nothing cut', 'read_note', {}, { preview: 'first words', truncated: true }],
    ['a total of another API', 'find_orders', {}, { TotalCount: 40, Results: [{ Id: 1 }] }],
    ['fields with such names', 'get_page', {}, { text: 'a', files: [] }],
    ['services read from a registry', 'get_all_services', {}, ['a', 'b']],
    ['a folder of another tool', 'list_directory', { path: '/srv' }, 'a.ts\nb.ts'],
    ['a fetched JSON', 'fetch', { url: 'https://x.example' }, '{"items":[1,2]}'],
  ])('%s', (_, tool, args, result) => expect(alone(tool, args, result).dialect).toBeNull());
});
