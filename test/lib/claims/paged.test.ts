import { expect, test } from 'vitest';
import { pagedAggregates } from '@/lib/claims/paged';
import type { ClaimKind, EvidenceCall, JudgedClaim } from '@/lib/claims/types';

const page = (i: number, ts: number | null = i * 2000): EvidenceCall =>
  ({
    id: `c-${i}`,
    ts,
    tool: 'list_orders',
    query: 'q',
    judgement: { present: 50 },
    payload: () => 'x'.repeat(100),
  }) as EvidenceCall;
const claim = (kind: ClaimKind, ...calls: string[]) => ({ kind, calls }) as unknown as JudgedClaim;
const letters = { name: 'letters', count: (text: string) => text.length };
const pages = [0, 1, 2, 3].map((i) => page(i));

test('a count over four pages is named with rows, tokens and seconds', () => {
  expect(pagedAggregates([claim('count', 'c-3')], pages, letters)).toEqual([
    {
      tool: 'list_orders',
      pages: 4,
      rows: 200,
      tokens: 400,
      tokenizer: 'letters',
      ms: 6000,
      says: 'list_orders was read over 4 pages (200 rows, 400 tokens by letters and 6 s) for what one count would have answered.',
    },
  ]);
});

test('who needed the rows is not blamed, nor who read two pages, nor a log without times', () => {
  expect(pagedAggregates([claim('count', 'c-3'), claim('list', 'c-1')], pages, letters)).toEqual([]);
  expect(pagedAggregates([claim('count', 'c-1')], pages.slice(0, 2), letters)).toEqual([]);
  expect(pagedAggregates([claim('count', 'other')], pages, letters)).toEqual([]);
  expect(pagedAggregates([claim('count', 'c-0')], [page(0, null), page(1), page(2)], letters)[0]?.ms).toBeNull();
});
