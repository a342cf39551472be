/** What SQL statements limit and count, over dialects. Columns: statement, limit, offset, limit below, counts. */

import { describe, expect, it } from 'vitest';
import { readSql } from '@/lib/contract/limits/sql';
import { statements } from '@/lib/contract/limits/sql-grammars';

describe('SQL statements', () => {
  it.each<[string, number | null, number | null, number | null, boolean]>([
    ['SELECT a FROM t LIMIT 2+3', null, null, null, false],
    ['SELECT a FROM t LIMIT 5 BY g LIMIT 40', 40, null, null, false],
    ['SELECT a FROM t LIMIT ?', null, null, null, false],
    ['SELECT a FROM t LIMIT :n', null, null, null, false],
    ['SELECT a FROM t LIMIT {{n}}', null, null, null, false],
    ['SELECT TOP 10 PERCENT a FROM t', null, null, null, false],
    ['SELECT TOP (@n) a FROM t', null, null, null, false],
    ['SELECT TOP 5 WITH TIES a FROM t ORDER BY a', 5, null, null, false],
    ['select a from t offset 5 limit 10', 10, 5, null, false],
    ['SELECT a FROM t LIMIT 10 WITH TIES', 10, null, null, false],
    ['SELECT a FROM t FETCH FIRST 10 PERCENT ROWS ONLY', null, null, null, false],
    ['select a from t limit 5; select b from u', null, null, 5, false],
    ['select a from t limit 5; select b from u limit 5', 5, null, 5, false],
    ['set x = 1; select a from t limit 5', 5, null, null, false],
    ['select max(a) from t limit 1', null, null, null, false],
    ['select count(*)::int from t', null, null, null, true],
    ['select count(*) from (select 1 from t limit 100) x', null, null, 100, true],
    ['select count(distinct a) from t', null, null, null, false],
    ['with c as (select 1 from t limit 7) select count(*) from c', null, null, 7, true],
    ['SELECT count() FROM events FINAL WHERE a = 1', null, null, null, true],
    ['SELECT uniq(a) FROM e', null, null, null, false],
    ['select a from t union all select b from u limit 5', 5, null, null, false],
    ['(select a from t limit 3) union (select b from u limit 4)', null, null, 3, false],
    ['select top 5 a from t union select b from u', null, null, 5, false],
    ['select a from t where x in (select id from u limit 3)', null, null, 3, false],
    ['FROM t SELECT a LIMIT 9', 9, null, null, false],
    ['select count(*) filter (where a=1) from t', null, null, null, true],
    ['select a from `p-x.d.t` limit 6', 6, null, null, false],
    ['select a:b::string from t limit 7', 7, null, null, false],
    ['select a from t qualify row_number() over (partition by b order by c)<=3', null, null, null, false],
    ['select sum(a)/count(*) from t limit 3', null, null, null, false],
    ['select [a] from [dbo].[t] order by a offset 5 rows fetch next 6 rows only', 6, 5, null, false],
    ['select a from t limit 1000 offset 2000', 1000, 2000, null, false],
    ['select coalesce(sum(a),0) from t', null, null, null, false],
    ['select the best option from the list', null, null, null, false],
    ["select * from t where a ~ 'x' limit 4", 4, null, null, false],
    ["select data->>'a' from t limit 8", 8, null, null, false],
    ['SELECT a FROM t SAMPLE 0.1 LIMIT 6', 6, null, null, false],
    ['SELECT a FROM t limit 10,5', 5, 10, null, false],
    ['select * from (select a, rownum r from t where rownum <= 20) where r > 10', null, null, 20, false],
    ['select count(*) from t having count(*) > 3', null, null, null, true],
    ['select a, count(*) from t group by 1 limit 5', 5, null, null, false],
    ["SELECT id FROM contacts WHERE a = 'x' LIMIT 200", 200, null, null, false],
    ["SELECT Id FROM Account WHERE Name LIKE 'a%' LIMIT 20", 20, null, null, false],
    ["select * from t where d > now() - interval '7 days' limit 3", 3, null, null, false],
    ['SELECT toDate(ts) d, count() c FROM e PREWHERE a=1 GROUP BY d LIMIT 4', 4, null, null, false],
    ['select a from t limit 5 for update', 5, null, null, false],
    ['SELECT a FROM t LIMIT 10 -- LIMIT 3', 10, null, null, false],
    ['select a from t # limit 3\nlimit 9', 9, null, null, false],
    ["select a from t where x='a' /* limit 2 */ limit 12", 12, null, null, false],
    ['select a from t limit all', null, null, null, false],
    ['select * from t tablesample (10 percent) limit 5', 5, null, null, false],
    ['SELECT * FROM t WHERE a=1 and rownum < 11', 10, null, null, false],
    ['select distinct a from t limit 5', 5, null, null, false],
    ['select a from t fetch next row only', 1, null, null, false],
    ['select "limit" from "t" limit 11', 11, null, null, false],
    ['select a from x.y.z limit 3;;', 3, null, null, false],
    ['select now()', null, null, null, false],
    ['select 1', null, null, null, false],
  ])('%s: limit %s, offset %s, below %s, counts %s', (sql, limit, offset, innerLimit, counts) =>
    expect(readSql(sql)).toMatchObject({ limit, offset, innerLimit, counts }),
  );

  it('reads a plan as no query', () => expect(readSql('explain select a from t limit 5')).toBeNull());

  it.each([
    'SELECT a FROM t LIMIT 5',
    'SELECT a FROM t LIMIT 5, 10',
    'SELECT TOP 5 a FROM t',
    'SELECT a FROM t ORDER BY b OFFSET 1 ROWS FETCH NEXT 5 ROWS ONLY',
    'SELECT a FROM t FETCH FIRST 3 ROWS ONLY',
    'select a::int from t limit 4',
    'select a from `p-x.d.t` limit 6',
    'select a from t qualify row_number() over (partition by b order by c) <= 3',
  ])('a grammar accepts %s', (sql) => expect(statements(sql)).not.toBeNull());

  it('gives a list and its count one scope, whichever grammar read them', () => {
    const scope = (sql: string): string | null | undefined => readSql(sql)?.scope;
    const count = scope("select count(*) from T where c = 'Up' and d in (1, 2)");
    expect(count).not.toBeNull();
    const where = "from t where c = 'Up' and d in (1, 2)";
    for (const list of [
      `select a ${where} limit 5`,
      `select top 5 a ${where}`,
      `select a ${where} fetch first 5 rows only`,
      `select a::int ${where} limit 5`,
      `select a ${where} /* page */ limit 5`,
    ])
      expect(scope(list)).toBe(count);
    expect(scope("select count(*) from t where c = 'up' and d in (1, 2)")).not.toBe(count);
    expect(scope("select count(*) from t where c = 'Down' and d in (1, 2)")).not.toBe(count);
  });

  it('reads what is too long or too nested for a grammar by its words, in bounded time', () => {
    const values = Array.from({ length: 5000 }, (_, i) => `'v${i}'`).join(', ');
    const deep = `${'('.repeat(40)}a = 1 or b ?? 2${')'.repeat(40)}`;
    const from = performance.now();
    expect(readSql(`select a from t where b in (${values}) limit 9`)?.limit).toBe(9);
    expect(readSql(`select a from t where ${deep} limit 9`)?.limit).toBe(9);
    expect(readSql(`select a from t where ${'('.repeat(4)}a ?? 1${')'.repeat(4)} limit 9`)?.limit).toBe(9);
    expect(performance.now() - from).toBeLessThan(3000);
  });
});
