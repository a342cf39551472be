import { words } from '../words';

/** Arguments that hold a free-text search. */
export const SEARCH_ARGS = words('query q search searchquery text term keyword keywords searchterm');

/** Words of a tool's name after which it says how it looks, and not what for: `find_invoice_by_po`. */
export const HOW = words('by for with from in of on at');

/** First words of a tool's name that say that it changes what is listed. */
export const CHANGES = words('create add update edit set delete remove archive close reopen move merge cancel void');

/** What a field's name may add to the name of the argument that filters by it: `po` filters `po_ref`. */
export const FIELD_ENDINGS = words('ref id number no name key code');

/** Values of a row's status under which a tool may leave it out of its own accord, and the fields that hold one. */
export const STATUS_FIELDS = words('state status lifecycle archived deleted hidden isarchived isdeleted active');
export const LEFT_OUT = words(
  'closed archived deleted inactive cancelled canceled void voided done merged resolved hidden draft true',
);

/** Fields that date a row, best first: the one by which a list is in order is taken. */
export const DATE_FIELDS = words(
  'createdat created createdon issuedon issuedat openedat opened startedat receivedon placedon date timestamp time ts updatedat',
);

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
