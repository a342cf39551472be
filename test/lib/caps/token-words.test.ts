import { expect, test } from 'vitest';
import { parseCaps } from '@/lib/caps/address';
import type { RowCosts } from '@/lib/caps/row-cost-types';
import { grantOf, tokenSentences } from '@/lib/caps/token-words';

const costs: RowCosts = {
  tokenizer: 'o200k_base',
  payloads: 120,
  ofCalls: 41_000,
  rows: 1500,
  ofRows: 1600,
  mean: 298,
  p95: 311,
  overhead: 60,
  fields: [],
};
const said = (params: Record<string, string>, pages: number[], of = costs) =>
  tokenSentences(of, parseCaps(params), pages).join('\n');

test('the document’s page, its rest and its price over a session', () => {
  const words = said({ turns: '10' }, [25, 500], { ...costs, overhead: 0 });
  expect(words).toContain('A row costs 298 tokens on average, 311 at the 95th percentile');
  expect(words).toContain('120 payloads, out of 41,000 calls, counted with o200k_base');
  expect(words).toContain('A page of 500 rows costs 149,000 tokens, 74.5 % of the window, and leaves 51,000;');
  expect(words).toContain('1,490,000 in all');
  expect(words).toContain('25.0 % of a window of 200,000 is 50,000 tokens: a page of 167 rows');
});

test('a contract of 60 tokens: 1 % of 20 rows, a tenth of 2', () => {
  expect(said({}, [20])).toContain(
    'costs 60 tokens a page: 10.1 % of the rows’ cost at 2, 1.0 % of the rows’ cost at 20',
  );
});

test('a reserve lowers what a tool may have, a budget replaces it, and what does not fit is said', () => {
  expect(grantOf(parseCaps({ share: '50', reserve: '20000' }))).toBe(90_000);
  expect(said({ share: '50', reserve: '20000' }, [])).toContain('less a reserve of 20,000 is 90,000 tokens');
  expect(said({ budget: '6020' }, [])).toContain('The budget is 6,020 tokens: a page of 20 rows');
  expect(said({}, [1000])).toContain('is 98,060 too many');
});

test('a tokenizer that is not there is named with those that are', () => {
  expect(parseCaps({ tokenizer: 'CL100K' }).tokenizer).toBe('cl100k_base');
  const wrong = parseCaps({ tokenizer: 'words' });
  expect(wrong.tokenizer).toBeNull();
  expect(wrong.problems.join()).toContain('o200k_base');
});
