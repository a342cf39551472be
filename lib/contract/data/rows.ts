import { words } from '../words';
/** Where rows stand in JSON that no dialect explains. Keys are compared without case and separators. */

/** Keys under which list tools put their rows. */
export const ROW_KEYS: readonly string[] = words(
  'items data results rows records nodes edges hits matches files filenames entries values value documents docs list objects elements content result buckets events logs issues messages contents resources response lines paths members series traces spans children tree',
);

/** Arrays that describe the result or the request and are never its rows. */
export const NOT_ROWS: readonly string[] = words(
  'columns cols headers schema warnings errors suggestions facets filters narrowby orderby sort sortby links hints notes nextsteps availablefilters appliedlimits notices columnnames fieldnames args scope searchedpaths roots skipped skippedfiles permissions availablevalues warningmessages relatedsearches didyoumean tips',
);

/** A list of groups whose rows are counted one level down. `needs`: a key that a group must have. */
export const GROUPS: readonly { inner: string; outer: readonly string[]; needs?: string; source: string }[] = [
  {
    inner: 'rows',
    outer: ['statements', 'resultsets', 'results', 'queries', 'tables', 'batches'],
    source: 'SQL tools with one entry for each statement',
  },
  {
    inner: 'lines',
    outer: ['streams', 'result', 'results', 'data', 'groups'],
    source: 'log tools that group lines by stream',
  },
  {
    inner: 'values',
    outer: ['result', 'streams', 'data'],
    needs: 'stream',
    source: 'Loki query_range: a limit counts lines over all streams',
  },
  { inner: 'matches', outer: ['files', 'results', 'groups'], source: 'code search grouped by file' },
  { inner: 'items', outer: ['groups', 'sections', 'pages'], source: 'lists in groups' },
  { inner: 'hits', outer: ['groupedhits', 'groups', 'results'], source: 'Typesense grouped_hits, multi-search' },
  { inner: 'records', outer: ['results', 'groups', 'batches'], source: 'batched queries' },
];

/** Keys that carry a row's identity, best first. */
export const ID_KEYS: readonly string[] = words(
  'id _id uuid guid uid key number sha arn doc_id document_id node_id iid ts path file url name slug',
);

/** Keys that name another row of the same set: a trace without it is not whole. */
export const PARENT_KEYS: readonly string[] = ['parentspanid', 'parentid_span', 'parentspan'];

/** A string field that holds the result as text. */
export const TEXT_KEYS: readonly string[] = words(
  'matchestext stdout output content text result data body response value toolresult observation logs logscontent diff listing aggregatedoutput',
);

/** Keys under which rows stand even in an object that looks like a thing. */
export const PLAIN_ROW_KEYS: readonly string[] = words(
  'items data results rows records nodes edges hits matches entries result values value',
);

/** Keys that name a thing. */
export const NAMING_KEYS = /^_?(?:id|uuid|guid|key|sha|number|identifier|ident|node_?id|arn)$/i;

/** An object with this many scalars of its own and an id is a thing, not an envelope. */
export const ENTITY_SCALARS = 4;
