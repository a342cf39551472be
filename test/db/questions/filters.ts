import type { Filter } from '@/db/filter';

/** Everything, imposed caps counted. */
export const ALL: Filter = { from: 0, to: 1e15, tools: [], accounts: [], segments: [], verdicts: [], caps: 'imposed' };
