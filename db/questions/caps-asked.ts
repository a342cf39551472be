import { sql } from 'drizzle-orm';
import { type CapsSettings, LISTED_CAPS } from '@/lib/caps/address';
import { alternativeSentences } from '@/lib/caps/alternatives/say';
import { budgetOf, pageSize } from '@/lib/caps/budget';
import { capMemo } from '@/lib/caps/memo';
import type { RowCosts } from '@/lib/caps/row-cost-types';
import type { CapDecision } from '@/lib/caps/types';
import type { Filter } from '../filter';
import type { Store } from '../store';
import { tokenizerInUse } from '../tokenizer';
import { capDecision } from './caps';
import { alternatives } from './caps-alternatives';
import { rowCosts } from './row-costs';

/**
 * A cap decision as an address or a command line asks for it: the one way to its numbers for the page, the API and the
 * command line, so that they cannot differ. Whose caps and which verdicts the filter chooses elsewhere do not matter here.
 */
export async function askedCaps(
  store: Store,
  filter: Filter,
  tool: string,
  settings: CapsSettings,
): Promise<CapDecision> {
  const { caps, window, turns } = settings;
  const costs = await askedCosts(store, filter, tool, settings);
  return capDecision(store, sliceOf(filter, tool), tool, {
    caps,
    typed: caps.filter((cap) => !LISTED_CAPS.some((listed) => listed === cap)),
    budgetCap: costs && wantsBudget(settings) ? rowsFor(costs, settings) : null,
    rowTokens: costs,
    contextWindow: window,
    turns,
  });
}

/** What the rows of the tool cost in the slice, with the tokenizer asked for or configured; null where none was measured. */
export function askedCosts(
  store: Store,
  filter: Filter,
  tool: string,
  { tokenizer }: Pick<CapsSettings, 'tokenizer'>,
): Promise<RowCosts | null> {
  return rowCosts(store, sliceOf(filter, tool), tool, tokenizer ?? tokenizerInUse());
}

/** Whoever names caps wants those, unless they also say what a page may cost. */
function wantsBudget({ own }: CapsSettings): boolean {
  const named = (...keys: string[]) => own.some(([key]) => keys.includes(key));
  return !named('caps') || named('budget', 'window', 'share', 'reserve');
}

/** Rows that the budget pays for; null where not one row fits or rows cost nothing. */
function rowsFor({ mean, overhead }: RowCosts, settings: CapsSettings): number | null {
  return pageSize(settings.budget ?? budgetOf(settings), { perRow: mean, overhead }) || null;
}

/** The same as a decision memo in Markdown, with the alternatives measured on the same slice; reads payloads. */
export async function askedMemo(
  store: Store,
  filter: Filter,
  settings: CapsSettings,
  { decision, link }: { decision: CapDecision; link: string },
): Promise<string> {
  const { tool } = decision;
  const [measured, costs] = await Promise.all([
    alternatives(store, sliceOf(filter, tool), tool),
    askedCosts(store, filter, tool, settings),
  ]);
  return capMemo({
    decision,
    settings,
    sample: store.dataset === 'sample',
    row: costs && { ...costs, calls: costs.payloads, encoding: costs.tokenizer },
    alternatives: alternativeSentences(measured),
    link,
  });
}

function sliceOf(filter: Filter, tool: string): Filter {
  return { ...filter, tools: [tool], verdicts: [], caps: 'imposed' };
}

/** Whether the store holds any call of a tool; one look into an index. */
export async function hasTool(store: Store, tool: string): Promise<boolean> {
  return (await store.get(sql`SELECT 1 FROM calls WHERE tool = ${tool} LIMIT 1`)) !== undefined;
}
