import { words } from '../words';

/** Arguments that hold a free-text search. */
export const SEARCH_ARGS = words('query q search searchquery text term keyword keywords searchterm');

/** Fields of a row that its free-text search looks into first. */
export const TITLE_KEYS = words('title name summary subject headline');

/**
 * Qualifiers of a search text that a row can prove. `args`: the other call's arguments that must say the same;
 * `row`: the field of the row that must. A qualifier that is not here proves nothing, and the search is left alone.
 */
export const QUALIFIERS: Readonly<Record<string, { args?: readonly string[]; row?: string; any?: true }>> = {
  repo: { args: ['owner', 'repo'] },
  is: { row: 'state', any: true },
  state: { row: 'state' },
  type: { any: true },
  in: { any: true },
};
