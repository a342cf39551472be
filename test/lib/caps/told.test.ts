import { expect, test } from 'vitest';
import { capCells } from '@/lib/caps/cells';
import { toldCaps } from '@/lib/caps/told';
import { nearNames } from '@/lib/near';
import { AT_500, decision, TODAY } from './decisions';

const RANGE = { low: 160, high: null, assumed: 210 };

test('what is known is a plain number, in the shape that other programs read', () => {
  const { caps, ...rest } = toldCaps(decision());
  expect(rest).toMatchObject({
    tool: 'search_invoices',
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-04-01T00:00:00.000Z',
    calls: 41_000,
    known: 4_900,
  });
  expect(caps[1]).toMatchObject({
    cap: 500,
    today: false,
    capped: 160,
    share: 160 / 41_000,
    removed: 4_740 / 4_900,
    median_unseen: { kind: 'exact', value: 1_400, low: 1_400, high: 1_400 },
    total_unseen: { low: 300_000, high: 300_000 },
    capped_times_median: 224_000,
    accounts: 92,
    exposure: { share: 0.31, by_segment: { enterprise: { accounts: 92, share: 0.31 } } },
    tokens_per_page: 149_000,
    context_share: 0.745,
  });
});

test('what is not known is told as bounds', () => {
  const { caps } = toldCaps(
    decision({
      candidates: [{ ...AT_500, capped: RANGE, cappedTimesMedian: { kind: 'at_least', low: 160 }, tokens: null }],
    }),
  );
  expect(caps[0]).toMatchObject({
    capped: RANGE,
    capped_times_median: { low: 160, high: null },
    tokens_per_page: null,
    context_share: null,
  });
});

test('a range stands in columns of its own, and each row has every column', () => {
  const { columns, rows } = capCells(decision({ candidates: [TODAY, { ...AT_500, capped: RANGE }] }));
  const cell = (row: number, name: string) => rows[row]?.[columns.indexOf(name)];
  expect(new Set(columns).size).toBe(columns.length);
  for (const row of rows) expect(row).toHaveLength(columns.length);
  expect([cell(1, 'capped_low'), cell(1, 'capped_high'), cell(1, 'capped_assumed')]).toEqual([160, null, 210]);
  expect([cell(0, 'capped_low'), cell(0, 'capped_high'), cell(0, 'today')]).toEqual([4_900, 4_900, 'true']);
  expect([cell(0, 'accounts_smb_low'), cell(1, 'accounts_smb_low'), cell(1, 'exposure_share_smb_high')]).toEqual([
    300, 0, 0,
  ]);
  expect([cell(1, 'tokens_per_page'), cell(1, 'largest_account')]).toEqual([149_000, 'acct-1']);
});

test.each([
  ['serch_invoices', ['search_invoices']],
  ['invoices', ['search_invoices']],
  ['SEARCH_INVOICES', ['search_invoices']],
  ['list_incident', ['list_incidents']],
  ['zzzz', []],
  ['', []],
])('a name near %j', (wanted, near) => {
  expect(nearNames(wanted, ['list_incidents', 'search_invoices', 'get'])).toEqual(near);
});
