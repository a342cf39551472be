/** What pages cost in tokens, and what a budget pays for. Pure arithmetic, both ways; tokens may be fractions. */

/** Tokens of a row, and of the contract and envelope around the rows. */
export interface PageCost {
  perRow: number;
  overhead: number;
}

/** Tokens of a page of so many rows. */
export function pageTokens(rows: number, { perRow, overhead }: PageCost): number {
  return rows * perRow + overhead;
}

/** The largest page that a budget pays for, in whole rows; 0 where not one row fits, null where rows cost nothing. */
export function pageSize(budget: number, cost: PageCost): number | null {
  if (!(cost.perRow > 0)) return null;
  let rows = Math.max(0, Math.floor((budget - cost.overhead) / cost.perRow));
  // Fractions round either way in a division: the page decides, not the quotient.
  while (rows > 0 && pageTokens(rows, cost) > budget) rows--;
  while (pageTokens(rows + 1, cost) <= budget) rows++;
  return rows;
}

/** A context window in tokens, the part of it that a tool may have (0 to 1), and what stays free. */
export interface Grant {
  window: number;
  share: number;
  reserve: number;
}

/** Tokens that one page may cost: the tool's share of what the reserve leaves of the window, in whole tokens. */
export function budgetOf({ window, share, reserve }: Grant): number {
  return Math.floor(Math.max(0, window - reserve) * share);
}

/** Part of the window, 0 to 1; above 1 where it does not fit. */
export function windowShare(tokens: number, window: number): number {
  return tokens / window;
}

/** Tokens of the window that are left; below 0 by as much as does not fit. */
export function windowLeft(tokens: number, window: number, reserve = 0): number {
  return window - reserve - tokens;
}

/** Tokens sent in all by a page that stays in the conversation: once on each of so many turns. */
export function resentOver(tokens: number, turns: number): number {
  return tokens * turns;
}

/** The part of a page of so many rows that is contract and envelope and not rows, set beside the rows' tokens. */
export function overheadShare(rows: number, { perRow, overhead }: PageCost): number {
  return overhead / (rows * perRow);
}
