import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { capwatch, ensureBuilt, ownFolder } from './run';

const folder = ownFolder();
beforeAll(ensureBuilt);

/** Full pages of 10 whose match nobody declares: 3 calls of one query, 1 of another, 1 without an account; and a whole one. */
const log = join(folder, 'log.ndjson');
const line = (id: string, q: string, account: string | null, rows: number, offset = 0) =>
  `${JSON.stringify({
    type: 'call',
    id,
    ts: `2026-03-0${id.slice(2)}T10:00:00Z`,
    session: `s-${id}`,
    account,
    tool: 'list_items',
    args: { q, limit: 10, ...(offset ? { offset } : {}) },
    result: { items: Array.from({ length: rows }, (_, i) => ({ id: offset + i })) },
  })}\n`;
writeFileSync(
  log,
  [
    line('c-1', 'open', 'acct-1', 10),
    line('c-2', 'open', 'acct-1', 10),
    line('c-3', 'open', 'acct-1', 10),
    line('c-4', 'paid', 'acct-2', 10),
    line('c-5', 'open', null, 10),
    line('c-6', 'late', 'acct-1', 4),
  ].join(''),
);

async function exported(home: string, ...args: string[]) {
  const { out } = await capwatch(['census', 'export', '--format', 'json', ...args], { home });
  return JSON.parse(out) as { queries: Record<string, unknown>[]; matched: number; returned: number; calls: number };
}

async function unseen(home: string) {
  const { out } = await capwatch(['report', '--format', 'json'], { home });
  return (JSON.parse(out) as { tools: { capped: number; asked: number; unseen: object }[] }).tools[0];
}

describe('census', () => {
  test('export, answer, import: nothing is unknown any more, and every figure follows', async () => {
    const home = join(folder, 'home-1');
    await capwatch(['ingest', log], { home });
    const list = await exported(home);
    expect(list).toMatchObject({ matched: 3, returned: 3, calls: 5 });
    expect(list.queries[0]).toMatchObject({
      key: expect.stringMatching(/^q-/),
      tool: 'list_items',
      account: 'acct-1',
      args: { q: 'open' },
      calls: 3,
      present: 10,
      limit: 10,
      matched: null,
    });
    const csv = await capwatch(['census', 'export'], { home });
    expect(csv.err).toContain('3 queries of 5 calls wait for a count.');
    const answers: Record<string, number> = { 'acct-1': 34, 'acct-2': 10, '': 12 };
    const [head = '', ...rows] = csv.out.trim().split('\r\n');
    expect(head).toBe('key,tool,account,args,calls,present,limit,matched');
    const filled = join(folder, 'open.csv');
    writeFileSync(filled, [head, ...rows.map((row) => row + answers[row.split(',')[2] ?? ''])].join('\n'));

    const first = await capwatch(['census', 'import', filled], { home });
    expect(first).toMatchObject({ code: 0, out: '' });
    expect(first.err).toContain('3 counts taken over.');
    expect(first.err).toContain('0 queries of 0 calls still wait for a count; before, it was 3 of 5.');
    expect(await exported(home)).toEqual({ queries: [], matched: 0, returned: 0, calls: 0 });
    const explained = await capwatch(['explain', 'c-2', '--json'], { home });
    expect(JSON.parse(explained.out).call.unseen).toEqual({ kind: 'exact', rows: 24, source: 'census' });
    const nobody = await capwatch(['explain', 'c-5', '--json'], { home });
    expect(JSON.parse(nobody.out).call.unseen).toEqual({ kind: 'exact', rows: 2, source: 'census' });

    const before = await unseen(home);
    const again = await capwatch(['census', 'import', filled], { home });
    expect(again.err).toContain('0 counts taken over, 3 known already.');
    expect(await unseen(home)).toEqual(before);
  });

  test('takes JSON and NDJSON from standard input; says what belongs to no query and what is no count', async () => {
    const home = join(folder, 'home-2');
    await capwatch(['ingest', log], { home });
    const input = [
      '{"tool":"list_items","args":{"q":"open"},"account":"acct-1","matched":30,"ts":"2026-03-05T00:00:00Z"}',
      '{"key":"q-nobody","matched":3}',
      '{"tool":"list_items","args":{"q":"never"},"matched":3}',
      '{"tool":"list_items","args":{"q":"paid"},"matched":"many"}',
      '{"tool":"list_items","args":{"q":"paid"},"matched":null}',
      '{"matched":5}',
      'not json',
    ].join('\n');
    const { code, err } = await capwatch(['census', 'import', '-'], { home, input });
    expect(code).toBe(0);
    expect(err).toContain('2 counts taken over, 1 not answered yet, 2 of no stored query, 3 lines could not be used.');
    expect(err).toContain('line 4: matched "many" is not a whole number of 0 or more');
    expect(err).toContain('line 6: neither key nor tool says which query was counted');
    expect(err).toContain('line 7: the line is not a JSON object');
    expect(err).toContain('line 2: no stored call makes the query q-nobody');
    expect(await exported(home)).toMatchObject({ matched: 2, calls: 2 });
    const strict = await capwatch(['census', 'import', '--strict', '-'], { home, input });
    expect(strict.code).toBe(1);
    const older = '[{"tool":"list_items","args":{"q":"open"},"account":"acct-1","matched":99,"ts":"2026-03-01"}]';
    expect((await capwatch(['census', 'import', '-'], { home, input: older })).err).toContain(
      '0 counts taken over, 1 known',
    );
  });

  test('narrows by tool, says how much of how much it lists, and ends as the others do', async () => {
    const home = join(folder, 'home-3');
    await capwatch(['ingest', log], { home });
    const some = await capwatch(['census', 'export', '--limit', '1', '--format', 'ndjson'], { home });
    expect(some.out.trim().split('\n')).toHaveLength(1);
    expect(some.err).toContain('(1 of 3 listed)');
    expect((await exported(home, '--tool', 'other')).queries).toEqual([]);
    expect((await capwatch(['census', 'export', '--limit', 'all'], { home })).code).toBe(2);
    expect((await capwatch(['census', 'import', join(folder, 'nowhere.csv')], { home })).code).toBe(3);
    expect((await capwatch(['census', 'import', '-'], { home, input: 'a,b\n1,2\n' })).code).toBe(3);
    expect((await capwatch(['census', 'export'], { home: join(folder, 'empty') })).code).toBe(3);
    expect((await capwatch(['census', 'export', '--help'])).out).toContain('Examples:');
  });
});

describe('explain', () => {
  const home = join(folder, 'home-4');
  beforeAll(async () => {
    await capwatch(['ingest', log], { home });
  });

  test('a call: the rules in order, the evidence, what was unseen, and what would have made it certain', async () => {
    const { out, code } = await capwatch(['explain', 'c-1'], { home });
    expect(code).toBe(0);
    expect(out).toMatch(/^call c-1 · list_items · acct-1 · 2026-03-01T10:00:00.000Z\nsilent {2}\{"q":"open"/);
    expect(out).toContain(
      '2. The limit that applied is 10 (argument, asked for by the agent).\n       args.limit = 10',
    );
    expect(out).toContain(
      '3. Stale? Nothing that is declared is contradicted.\n  4. Silent: Returned 10 of 10 asked for',
    );
    expect(out).toContain('result.items = 10');
    expect(out).toContain('How many rows were not seen is unknown.');
    expect(out).toContain(
      'or a census of this query (capwatch census export) would settle how many rows were not seen.',
    );
    const json = JSON.parse((await capwatch(['explain', 'c-1', '--json'], { home })).out);
    expect(Object.keys(json)).toEqual(['kind', 'call', 'path', 'also', 'unseen', 'certain', 'history']);
    expect(json.path.map((step: { step: string }) => step.step)).toEqual(['rows', 'limit', 'stale', 'silent']);
    expect(json.call).toMatchObject({ id: 'c-1', verdict: 'silent', present: 10 });
  });

  test('a session: its calls, and how many of how many', async () => {
    const { out } = await capwatch(['explain', 's-c-6'], { home });
    expect(out).toContain('session s-c-6');
    expect(out).toMatch(/c-6\s+list_items\s+complete\s+4\s+10\s+0/);
    expect(out).toContain('1 of 1 calls.');
    expect(JSON.parse((await capwatch(['explain', 's-c-6', '--json'], { home })).out)).toMatchObject({
      kind: 'session',
      matched: 1,
      returned: 1,
    });
  });

  test('an id that nothing has: exit 2 and the nearest one', async () => {
    expect(await capwatch(['explain', 'c-44'], { home })).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('there is no call, answer or session c-44; did you mean c-4?'),
    });
    expect((await capwatch(['explain', 'c-1'], { home: join(folder, 'empty') })).code).toBe(3);
  });
});
