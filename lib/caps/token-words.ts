import { count, plural, share } from '../format/number';
import type { CapsSettings } from './address';
import { budgetOf, overheadShare, pageSize, pageTokens, resentOver, windowLeft, windowShare } from './budget';
import type { RowCosts } from './row-cost-types';

type Asked = Pick<CapsSettings, 'budget' | 'window' | 'share' | 'reserve' | 'turns'>;

/** Tokens that one page may cost: as asked, else what window, share and reserve allow. */
export function grantOf({ budget, ...grant }: Asked): number {
  return budget ?? budgetOf(grant);
}

/**
 * What the rows of a tool cost, in sentences: measured how, page size from budget, budget from page size for each of
 * `pages` (rows), and what the contract adds.
 */
export function tokenSentences(costs: RowCosts, asked: Asked, pages: readonly number[]): string[] {
  const cost = { perRow: costs.mean, overhead: costs.overhead };
  const grant = grantOf(asked);
  const size = pageSize(grant, cost);
  const from =
    asked.budget === null
      ? `${share(asked.share)} of a window of ${count(asked.window)}${asked.reserve > 0 ? ` less a reserve of ${count(asked.reserve)}` : ''} is ${count(grant)} tokens`
      : `The budget is ${count(grant)} tokens`;
  return [
    `A row costs ${whole(costs.mean)} tokens on average, ${whole(costs.p95)} at the 95th percentile: ${count(costs.rows)} of ${plural(costs.ofRows, 'row')} in ${plural(costs.payloads, 'payload')}, out of ${plural(costs.ofCalls, 'call')}, counted with ${costs.tokenizer}. Each row’s own text is counted, without the comma after it.`,
    ...(size === null ? [] : [`${from}: a page of ${plural(size, 'row')} of average cost.`]),
    ...pages.map((rows) => {
      const tokens = pageTokens(rows, cost);
      const left = windowLeft(tokens, asked.window, asked.reserve);
      const rest = left >= 0 ? `leaves ${whole(left)}` : `is ${whole(-left)} too many`;
      return `A page of ${plural(rows, 'row')} costs ${whole(tokens)} tokens, ${share(windowShare(tokens, asked.window))} of the window, and ${rest}; sent again on each of ${plural(asked.turns, 'turn')}, ${whole(resentOver(tokens, asked.turns))} in all.`;
    }),
    ...overhead(costs, pages),
  ];
}

function overhead({ mean, overhead: tokens }: RowCosts, pages: readonly number[]): string[] {
  if (!(mean > 0)) return [];
  const parts = [...new Set([2, ...pages])].map(
    (rows) => `${share(overheadShare(rows, { perRow: mean, overhead: tokens }))} of the rows’ cost at ${count(rows)}`,
  );
  return [`What stands around the rows, contract included, costs ${whole(tokens)} tokens a page: ${parts.join(', ')}.`];
}

function whole(tokens: number): string {
  return count(Math.round(tokens));
}
