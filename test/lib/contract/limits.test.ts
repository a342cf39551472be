import { describe, expect, it } from 'vitest';
import { splitArgs } from '@/lib/contract';
import { readShell } from '@/lib/contract/limits/shell';
import { readSql } from '@/lib/contract/limits/sql';

describe('SQL', () => {
  it.each([
    ['SELECT a FROM t LIMIT 20', 20],
    ['select a from t limit 20 offset 40;', 20],
    ['SELECT a FROM t LIMIT 5, 10', 10],
    ['SELECT TOP 7 a FROM t', 7],
    ['SELECT TOP (7) a FROM t', 7],
    ['SELECT a FROM t ORDER BY b OFFSET 10 ROWS FETCH NEXT 15 ROWS ONLY', 15],
    ['SELECT a FROM t FETCH FIRST ROW ONLY', 1],
    ['SELECT a FROM t WHERE ROWNUM <= 9', 9],
    ["SELECT a FROM t WHERE note = 'LIMIT 3'", null],
    ['SELECT a FROM t -- LIMIT 3', null],
    ['SELECT a FROM t /* LIMIT 3 */ LIMIT 8', 8],
    ['SELECT a FROM (SELECT b FROM u LIMIT 5) x', null],
    ['SELECT a FROM t WHERE id IN (SELECT id FROM u LIMIT 5) LIMIT 50', 50],
    ['WITH x AS (SELECT 1 FROM u LIMIT 2) SELECT * FROM x LIMIT 30', 30],
    ['(SELECT a FROM t LIMIT 4)', 4],
    ['SELECT limit_x, "limit" FROM t', null],
  ])('%s: %s', (sql, limit) => expect(readSql(sql)?.limit ?? null).toBe(limit));

  it.each([
    ['SELECT count(*) FROM t', true],
    ['select COUNT(1) as n from t where a = 2', true],
    ['SELECT count(DISTINCT a) FROM t', false],
    ['SELECT a, count(*) FROM t GROUP BY a', false],
    ['SELECT count(*) OVER () FROM t', false],
    ['SELECT sum(a) FROM t', false],
  ])('counts in %s: %s', (sql, counts) => expect(readSql(sql)?.counts).toBe(counts));

  it('knows a limit under a count', () =>
    expect(readSql('SELECT count(*) FROM (SELECT 1 FROM t LIMIT 100) x')?.innerLimit).toBe(100));
  it('gives a list and its count one scope', () => {
    const scope = (sql: string): string | null | undefined => readSql(sql)?.scope;
    expect(scope('SELECT a, b FROM t WHERE c = 1 ORDER BY a LIMIT 5')).toBe(scope('select count(*) from T where c=1'));
    expect(scope('SELECT a FROM t WHERE c = 1')).not.toBe(scope('SELECT count(*) FROM t WHERE c = 2'));
    expect(scope('SELECT DISTINCT a FROM t')).toBeNull();
  });
  it.each(['UPDATE t SET a = 1', 'how many rows', 'status:error'])('%s is no query', (text) =>
    expect(readSql(text)).toBeNull(),
  );
});

describe('shell', () => {
  it.each<[string, number | null]>([
    ['ls | head -20', 20],
    ['ls | head -n 20', 20],
    ['ls | head --lines=20', 20],
    ['head a.txt', 10],
    ['tail -n 5 a.log', 5],
    ['tail -n +5 a.log', null],
    ["sed -n '1,200p' a.ts", 200],
    ["sed -n '100,149p' a.ts", 50],
    ['sed 30q a', 30],
    ["awk 'NR<=12' a", 12],
    ['cat a | head -100 | tail -20', 20],
    ['head -50 a | grep x', null],
    ['gh issue list', 30],
    ['gh issue list -L 100', 100],
    ['gh pr list --limit=7', 7],
    ['git log --oneline -15', 15],
    ['git log -n 4', 4],
    ['git log --max-count=9', 9],
    ['kubectl logs pod --tail=100', 100],
    ['docker logs --tail 50 web', 50],
    ['grep -m 3 foo a.txt', 3],
    ['grep -rm3 foo src', null],
    ['psql -c "select * from t limit 12"', 12],
    ["jq '.items[:5]' a.json", 5],
    ['cd x && ls | head -3', 3],
    ['a=1 timeout 5 ls | head -4', 4],
    ['grep "a | head -3" b', null],
    ["bash -lc 'ls | head -6'", 6],
    ['head -c 100 a', null],
    ['ls 2>&1 | head -8', 8],
  ])('%s limits to %s', (line, limit) => expect(readShell(line).limit).toBe(limit));

  it.each<[string, boolean]>([
    ['grep foo a | wc -l', true],
    ['grep -c foo a', true],
    ['grep -rc foo src', false],
    ["jq '.items | length' a.json", true],
    ['wc -c a', false],
    ['ls', false],
  ])('%s counts: %s', (line, counts) => expect(readShell(line).counts).toBe(counts));

  it('knows the limit under a count', () => expect(readShell('grep -r foo . | head -100 | wc -l').bounded).toBe(100));
  it('tells a default of the command from a limit that was asked', () => {
    expect(readShell('gh issue list').asked).toBe(false);
    expect(readShell('ls | head').asked).toBe(true);
  });
  it.each([
    ['ls -la', true],
    ['git log', true],
    ['npm test', false],
    ['git commit -m x', false],
    ['rg foo', true],
  ])('%s lists: %s', (line, lists) => expect(readShell(line).lists).toBe(lists));
});

describe('arguments', () => {
  it.each<[object, number | null]>([
    [{ limit: 20 }, 20],
    [{ perPage: '30' }, 30],
    [{ params: { limit: 100 } }, 100],
    [{ query_body: { size: 10 } }, 10],
    [{ 'page[size]': 25 }, 25],
    [{ top_k: 5 }, 5],
    [{ filter: { size: 10 } }, null],
    [{ limit: '1d' }, null],
    [{ limit: 0 }, null],
    [{ count: 3 }, 3],
  ])('%j limits to %s', (args, limit) => expect(splitArgs(JSON.stringify(args)).paging.limit).toBe(limit));

  it('leaves the same query whatever the page', () => {
    const rest = (args: object): string => splitArgs(JSON.stringify(args)).rest;
    expect(rest({ q: 'a', limit: 10, offset: 20, cursor: 'x' })).toBe(rest({ page: 3, q: 'a' }));
    expect(rest({ q: 'a', page: { size: 10, after: 'x' } })).toBe(rest({ q: 'a' }));
    expect(rest({ q: 'a' })).not.toBe(rest({ q: 'b' }));
    expect(rest({ after: '2026-03-01' })).not.toBe(rest({ after: '2026-03-02' }));
  });
});
