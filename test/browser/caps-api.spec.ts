import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';

const executable = resolve(import.meta.dirname, '../../dist/capwatch.js');
const SLICE = 'from=2026-03-01T00:00Z&to=2026-04-01T00:00Z&caps=25,500';
const api = (more: string) => `${process.env.CAPWATCH_URL}/api/caps/${more}`;

function cli(format: string): string {
  const flags = ['--from', '2026-03-01', '--to', '2026-03-31', '--caps', '25,500', '--data', 'sample'];
  const ran = spawnSync(process.execPath, [executable, 'caps', 'search_invoices', ...flags, '--format', format]);
  expect([ran.status, ran.stderr.toString()]).toEqual([0, '']);
  return ran.stdout.toString();
}

test('the API tells what the command line tells, as JSON, CSV and memo', async ({ request }) => {
  const answer = await request.get(api(`search_invoices?${SLICE}`));
  expect(answer.status()).toBe(200);
  const { order, dataset, next, problems, ...told } = await answer.json();
  expect([order, dataset, next, problems]).toEqual(['cap, smallest first', 'sample', null, []]);
  expect(told).toEqual({ ...JSON.parse(cli('json')), as_of: told.as_of });
  expect(told.caps[1]).toMatchObject({ cap: 500, capped: 160, accounts: 92, capped_times_median: 224_000 });

  const csv = await (await request.get(api(`search_invoices?${SLICE}&format=csv`))).text();
  const lines = csv.trimEnd().split('\r\n');
  expect(lines.slice(0, -1)).toEqual(cli('csv').trimEnd().split('\r\n'));
  expect(lines.at(-1)).toContain('matched=2; returned=2');

  const memo = await (await request.get(api(`search_invoices?${SLICE}&format=md`))).text();
  const withoutLink = (text: string) => text.replace(/^Live figures: .*$/m, '');
  expect(withoutLink(memo)).toBe(withoutLink(cli('md')));
  expect(memo).toContain(`Live figures: <${process.env.CAPWATCH_URL}/tools/search_invoices/caps?`);
});

test('an unknown tool and a bad cap are told in words', async ({ request }) => {
  const unknown = await request.get(api('no_such_tool'));
  expect(unknown.status()).toBe(404);
  expect((await unknown.json()).error.message).toContain('no call of a tool of this name');
  const bad = await (await request.get(api('search_invoices?caps=many'))).json();
  expect(bad.problems).toEqual([expect.stringContaining('a cap is a whole number of rows')]);
});
