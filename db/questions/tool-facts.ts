import { sql } from 'drizzle-orm';
import type { ToolFacts } from '@/lib/claims/remedy';
import { queryNames } from '@/lib/contract/limits/args';
import type { Store } from '../store';

/** Latest calls of a tool whose arguments are looked at, and tools of the log that are named. */
const CALLS = 200;
const TOOLS = 500;

/** What the store knows of a tool beside one call: which arguments others gave, and which tools there are. */
export async function toolFacts(store: Store, tool: string): Promise<ToolFacts> {
  const [calls, tools] = await Promise.all([
    store.all<{ args: string }>(
      sql`SELECT args FROM calls WHERE tool = ${tool} ORDER BY ts DESC, seq DESC LIMIT ${CALLS}`,
    ),
    store.all<{ tool: string }>(sql`SELECT DISTINCT tool FROM rollups ORDER BY tool LIMIT ${TOOLS}`),
  ]);
  return {
    args: [...new Set(calls.flatMap(({ args }) => [...queryNames(args)]))],
    tools: tools.map((row) => row.tool),
  };
}
