import { describe, expect, test } from 'vitest';
import { pageSize } from '@/lib/caps/budget';
import { fieldTexts, rowCost, withoutField } from '@/lib/caps/row-cost';
import { dialectsInUse } from '@/lib/contract';
import { pageRows } from '@/lib/contract/read/page-rows';
import { countTokens } from '@/lib/tokens';

const page = (text: string, tool = 'list_things') => {
  const found = pageRows(tool, '{}', text, dialectsInUse());
  if (found === null) throw new Error('it holds rows');
  return found;
};
const names = (text: string) => {
  const found = page(text);
  return fieldTexts(found.rows[0] ?? '', found);
};

describe('rows of every kind', () => {
  test('a JSON list: rows, and the contract around them', () => {
    const rows = [
      { id: 1, note: 'a long note about the first of the two things' },
      { id: 2, note: 'short' },
    ];
    const found = page(JSON.stringify({ total: 2, things: rows, next_cursor: null }));
    expect(found.rows).toEqual(rows.map((row) => JSON.stringify(row)));
    expect(found.envelope).toBe('{"total":2,"things":[],"next_cursor":null}');
    expect(fieldTexts(found.rows[1] ?? '', found)).toEqual([
      ['id', '"id":2'],
      ['note', '"note":"short"'],
    ]);
  });

  test('JSON in a block of text is taken as the model reads it', () => {
    const inner = JSON.stringify({ things: [{ id: 'a"b' }] });
    expect(page(JSON.stringify([{ type: 'text', text: inner }])).rows).toEqual(['{"id":"a\\"b"}']);
  });

  test('GraphQL edges: the node is the row, what stands beside it counts too', () => {
    const edges = [{ cursor: 'c1', node: { id: 1, title: 'x' } }];
    const text = JSON.stringify({ data: { things: { edges, pageInfo: { hasNextPage: false } } } });
    expect(names(text).map(([name]) => name)).toEqual(['id', 'title', 'cursor']);
  });

  test('rows as arrays are named by the columns beside them', () => {
    expect(names(JSON.stringify({ columns: ['number', 'total'], rows: [['n-1', 12]] }))).toEqual([
      ['number', '"n-1"'],
      ['total', '12'],
    ]);
  });

  test('CSV, tabs and Markdown tables', () => {
    const csv = 'id,name,note\n1,"Doe, J",x\n2,Roe,y\n3,Poe,z';
    expect(page(csv).rows).toHaveLength(3);
    expect(names(csv)).toEqual([
      ['id', '1'],
      ['name', 'Doe, J'],
      ['note', 'x'],
    ]);
    expect(page(csv).envelope.trim()).toBe('id,name,note');
    expect(names('id\tname\n1\tDoe\n2\tRoe\n3\tPoe')).toEqual([
      ['id', '1'],
      ['name', 'Doe'],
    ]);
    expect(names('| id | name |\n|---|---|\n| 1 | Doe |\n| 2 | Roe |')).toEqual([
      ['id', '1'],
      ['name', 'Doe'],
    ]);
  });

  test('lines of text have a cost and no fields', () => {
    const found = page('src/a.ts:1: one\nsrc/b.ts:22: two\nsrc/c.ts:3: three', 'grep');
    expect(found.rows).toHaveLength(3);
    expect(rowCost([found], countTokens)?.fields).toEqual([]);
    expect(found.envelope.trim()).toBe('');
  });
});

describe('rowCost', () => {
  const rows = Array.from({ length: 40 }, (_, i) => ({ id: i, body: 'word '.repeat(10 + i), open: true }));
  const found = page(JSON.stringify({ matched: 40, things: rows }));

  test('mean, 95th percentile and overhead, as counted by hand', () => {
    const cost = rowCost([found], countTokens);
    const each = rows.map((row) => countTokens(JSON.stringify(row)));
    expect(cost).toMatchObject({ rows: 40, ofRows: 40, p95: each[37] });
    expect(cost?.mean).toBeCloseTo(each.reduce((a, b) => a + b) / 40, 9);
    expect(cost?.overhead).toBe(countTokens('{"matched":40,"things":[]}'));
  });

  test('fields add up to the row, the dearest first; dropping it allows more rows', () => {
    const cost = rowCost([found], countTokens);
    if (cost === null) throw new Error('it has rows');
    const [dearest] = cost.fields;
    expect(dearest?.name).toBe('body');
    expect(cost.fields.reduce((sum, field) => sum + field.mean, 0)).toBeCloseTo(cost.mean, 6);
    if (dearest === undefined) return;
    const { rows: before, without } = withoutField(cost, dearest, 1000);
    expect(before).toBe(pageSize(1000, { perRow: cost.mean, overhead: cost.overhead }));
    expect(without).toBeGreaterThan((before ?? 0) * 2);
  });

  test('a whole page costs about what its rows and its overhead cost', () => {
    const cost = rowCost([found], countTokens);
    const whole = countTokens(JSON.stringify({ matched: 40, things: rows }));
    expect((cost?.mean ?? 0) * 40 + (cost?.overhead ?? 0)).toBeGreaterThan(whole * 0.97);
    expect((cost?.mean ?? 0) * 40 + (cost?.overhead ?? 0)).toBeLessThan(whole * 1.03);
  });

  test('more rows than are counted are thinned evenly over the pages', () => {
    const cost = rowCost([found, found], countTokens, 8);
    expect(cost).toMatchObject({ rows: 8, ofRows: 80 });
    expect(rowCost([], countTokens)).toBeNull();
  });
});
