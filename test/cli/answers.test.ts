import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { capwatch, ensureBuilt, ownFolder } from './run';

const folder = ownFolder();
const log = join(folder, 'log.ndjson');
const call = (id: string, session: string, args: object, result: object) => ({
  type: 'call',
  id,
  ts: '2026-03-01T10:00:00Z',
  session,
  account: 'acct-1',
  tool: 'list_incidents',
  args,
  result,
});
const said = (id: string, session: string, text: string) => ({
  type: 'answer',
  id,
  ts: '2026-03-01T10:01:00Z',
  session,
  account: 'acct-1',
  text,
});
const incidents = (n: number) => Array.from({ length: n }, (_, id) => ({ id, service: 'payments' }));
writeFileSync(
  log,
  [
    call('c-1', 's-1', { limit: 20 }, { incidents: incidents(20), total: 340, has_more: true }),
    said('a-1', 's-1', 'There were **20 incidents** last week, all in payments.'),
    call('c-2', 's-2', { service: 'x' }, { incidents: incidents(7), total: 7, has_more: false }),
    said('a-2', 's-2', 'Service x had 7 incidents.'),
  ]
    .map((record) => JSON.stringify(record))
    .join('\n'),
);

beforeAll(async () => {
  ensureBuilt();
  expect((await capwatch(['ingest', log], { home: folder })).code).toBe(0);
}, 600_000);

test('a pasted sentence finds its answer, why it is false, and what would have made it right', async () => {
  const { code, out } = await capwatch(['explain', 'there were "20 incidents" last week'], { home: folder });
  expect(code).toBe(0);
  expect(out).toContain('answer a-1 of session s-1');
  expect(out).toMatch(/There were \*\*20 incidents\*\* last week”: false total\. 20 is the page, not the set/);
  expect(out).toContain('sample read as whole');
  expect(out).toContain('Owed: {"returned":20,"matched":340,"has_more":true,"limit":20}');
  expect(out).toContain('the query could have been narrowed by service');
});

test('as JSON and as a report it says the same', async () => {
  const json = JSON.parse((await capwatch(['explain', 'a-1', '--json'], { home: folder })).out);
  expect(json.claims.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['false_total', 'sample_as_whole']);
  expect(json).toMatchObject({ kind: 'answer', matched: 1, returned: 1, paged: [] });
  const { out } = await capwatch(['explain', 'a-1', '--format', 'md'], { home: folder });
  expect(out).toContain('## What it states');
  expect(out).toContain('## What would have made it right');
});

test('an honest answer has nothing owed, several are listed, and unknown words say so', async () => {
  const honest = (await capwatch(['explain', 'a-2'], { home: folder })).out;
  expect(honest).toContain('supported');
  expect(honest).not.toContain('Owed');
  const several = (await capwatch(['explain', 'incidents'], { home: folder })).out;
  expect(several).toContain('2 of 2 answers');
  const none = await capwatch(['explain', 'no such words anywhere'], { home: folder });
  expect(none.code).toBe(2);
  expect(none.err).toContain('there is no call, answer or session');
});

test('inspect lists what is not borne out, without storing it', async () => {
  const { out } = await capwatch(['inspect', log], { home: folder });
  expect(out).toContain('2 answers with 3 claims about a set, 2 not borne out');
  expect(out).toMatch(/false total “There were \*\*20 incidents\*\* last week” a-1/);
});
