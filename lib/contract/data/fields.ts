import { words } from '../words';
/**
 * How payloads spell their contract. Keys are compared without case, `_`, `-`, `@`, `.` and `$`.
 * The first entry that fits (key, parent, kind) wins, so special spellings stand before general ones.
 */

import type { Kind } from '@/lib/json/types';
import type { Relation } from '../types';

export type Meaning =
  | 'returned'
  | 'matched'
  /** Returned in most tools, matched in some: decided by its neighbours. */
  | 'count'
  | 'remaining'
  /** True, a positive number or a non-empty value: there is more. */
  | 'more'
  /** True: that was all. */
  | 'last'
  | 'cursor'
  /** A position that is given on the last page too. */
  | 'position'
  | 'limit'
  | 'offset'
  | 'page'
  | 'pages'
  | 'order'
  | 'filters'
  | 'withheld'
  | 'scanned'
  /** How much of a text the log kept. */
  | 'stored'
  /** True, above zero or non-empty: a part is missing. */
  | 'partial'
  /** Says what the total is worth: `gte`, lower bound, inexact. */
  | 'inexact'
  | 'exactness'
  /** Prose of the envelope: tested for markers. */
  | 'words';

export interface Spelling {
  meaning: Meaning;
  keys: readonly string[];
  /** One of these must be the parent (or the parent's parent). */
  under?: readonly string[];
  /** Only as a key of the object that holds the rows, or of one around it. */
  near?: boolean;
  kinds?: readonly Kind[];
  relation?: Relation;
  strength?: 'exact' | 'maybe';
  source: string;
}

const PAGE_OBJECTS = words(
  'page paging pagination pageinfo meta metadata cursors next links responsemetadata listmetadata pagemetadata',
);

export const FIELDS: readonly Spelling[] = [
  {
    meaning: 'limit',
    keys: ['resultsperpage', 'size'],
    under: ['page', 'pageinfo', 'pageable'],
    kinds: ['number'],
    source: 'Spring Page, YouTube: the requested page size',
  },
  {
    meaning: 'matched',
    keys: ['value', 'count'],
    under: ['total', 'totalhits', 'totalcount'],
    kinds: ['number', 'string'],
    relation: 'exact',
    source: 'Elasticsearch hits.total.value, Shopify counts',
  },
  {
    meaning: 'inexact',
    keys: ['relation', 'precision'],
    under: ['total', 'totalhits', 'totalcount'],
    kinds: ['string'],
    source: 'Elasticsearch relation: gte, Shopify precision: AT_LEAST',
  },
  {
    meaning: 'inexact',
    keys: words(
      'totalcountislowerbound islowerbound lowerbound counttruncated totalisestimate countisapproximate approximate isestimate totalislowerbound counttruncated',
    ),
    kinds: ['boolean'],
    source: 'hermes, Datasette and others',
  },
  {
    meaning: 'exactness',
    keys: ['numfoundexact', 'countiscomplete', 'exhaustivenbhits', 'totalisexact', 'nbhits'],
    kinds: ['boolean'],
    source: 'Solr numFoundExact, Claude Code Glob countIsComplete, Algolia exhaustive.nbHits',
  },
  {
    meaning: 'matched',
    keys: ['rowsbeforelimitatleast'],
    kinds: ['number', 'string'],
    relation: 'lower_bound',
    source: 'ClickHouse JSON formats',
  },
  {
    meaning: 'matched',
    keys: words(
      'resultsizeestimate resultcountestimate estimatedtotalhits estimatedtotal totalestimatedmatches estimatedcount approximatecount approxtotal approximatetotal totalapprox',
    ),
    kinds: ['number', 'string'],
    relation: 'estimate',
    source: 'Gmail, Meilisearch, Bing',
  },
  {
    meaning: 'matched',
    keys: ['totalresults'],
    under: ['pageinfo', 'searchinformation'],
    kinds: ['number', 'string'],
    relation: 'estimate',
    source: 'YouTube, Google Custom Search: an approximation',
  },
  {
    meaning: 'matched',
    keys: words(
      'total totalcount totalresults totalmatches totalhits totalrows totalelements totalrecords totalitems totalsize totalfound totalmatched totalmatching totalnumber totalentries totaldocuments totalobjects totalresultcount totalrowcount totalresultscount totalfiles totallines totalavailable totalnum nbhits numfound found matched matchedcount matchingcount matchcounttotal nummatched matchedrows matchingrows rowsmatched recordsfiltered odatacount xtotal xtotalcount issuecount recordstotal fullcount grandtotal overallcount queryresultscount pptotalcount hitcount resultstotal originalcount originaltotal fulltotal',
    ),
    kinds: ['number', 'string'],
    relation: 'exact',
    source: 'GitHub, DRF wrappers, Kaminari, Spring, Solr, Typesense, OData, DataTables, MongoDB',
  },
  {
    meaning: 'remaining',
    keys: ['remainingcount'],
    kinds: ['number'],
    relation: 'lower_bound',
    source: 'Atlassian Rovo: what is left of the window, not of the set',
  },
  {
    meaning: 'remaining',
    keys: words(
      'remainingitemcount remaining remainingrows remainingitems itemsremaining rowsremaining morecount nummore omitted omittedcount rowsomitted notshown hiddencount unshown omittedrows droppedcount',
    ),
    kinds: ['number'],
    source: 'Kubernetes ListMeta and list tools that print what is left',
  },
  {
    meaning: 'returned',
    keys: words(
      'returned returnedcount returnedrows rowsreturned numreturned numberreturned countreturned totalreturned rowcount numrows resultcount numresults matchcount showing shown shownCount displayed numberofelements linesreturned recordcount itemcount itemsreturned numitems numfiles numlines keycount currentitemcount pagecountitems',
    ),
    kinds: ['number'],
    near: false,
    source: 'Spring numberOfElements, Loki linesReturned, S3 KeyCount, X result_count, SQL tools',
  },
  {
    meaning: 'returned',
    keys: ['size', 'length', 'dist'],
    near: true,
    kinds: ['number'],
    source: 'Confluence size, Reddit dist',
  },
  {
    meaning: 'count',
    keys: ['count', 'cnt'],
    near: true,
    kinds: ['number'],
    source: 'returned in most tools; matched in DRF and Zendesk, told by next and previous',
  },
  {
    meaning: 'matched',
    keys: ['count'],
    under: ['meta', 'metadata', 'pagination', 'paging', 'summary'],
    kinds: ['number'],
    relation: 'unknown',
    source: 'meta.count of JSON:API servers',
  },
  {
    meaning: 'more',
    keys: ['resultislikelytruncated', 'maybemore', 'mayhavemore', 'possiblymore', 'likelytruncated', 'mightbemore'],
    kinds: ['boolean'],
    strength: 'maybe',
    source: 'Google ADK result_is_likely_truncated: rows = maximum',
  },
  {
    meaning: 'more',
    keys: words(
      'hasmore hasmoreresults hasmoreitems hasmorerows hasmorepages hasmoredata hasnextpage hasnext more moreresults moreavailable moreresultsavailable moreitems morerows moredata moretocome truncated istruncated resultstruncated resulttruncated wastruncated listtruncated outputtruncated rowstruncated datatruncated truncatedbytokencap limitreached limithit limitexceeded hitlimit reachedlimit matchlimitreached resultlimitreached capped iscapped wascapped overflow sizelimitexceeded incomplete',
    ),
    kinds: ['boolean', 'number'],
    strength: 'exact',
    source: 'Stripe, Slack, Notion, GraphQL pageInfo, S3 IsTruncated, Metabase rows_truncated, Loki resultsTruncated',
  },
  {
    meaning: 'last',
    keys: words(
      'islast islastpage lastpage last done iscomplete endofresults endoflist atend eof allreturned exhausted nomoreresults nomore listcomplete complete',
    ),
    kinds: ['boolean'],
    strength: 'exact',
    source: 'Jira isLast, Spring last, Salesforce done',
  },
  {
    meaning: 'partial',
    keys: words(
      'timedout timeout terminatedearly partialresults partialresult ispartial partial incompleteresults incompletesearch searchcutoff partialfailure',
    ),
    kinds: ['boolean'],
    source:
      'Elasticsearch timed_out, Solr partialResults, GitHub incomplete_results, Drive incompleteSearch, Typesense',
  },
  {
    meaning: 'partial',
    keys: ['failed'],
    under: ['shards'],
    kinds: ['number'],
    source: 'Elasticsearch _shards.failed',
  },
  {
    meaning: 'partial',
    keys: words(
      'fileerrors filesskipped skippedfiles skippedcount skipped errorcount numerrors failedcount filesfailed unreadable unreadablefiles failedshards unreachable inaccessible partsskipped readerrors',
    ),
    kinds: ['number', 'array'],
    source: 'search tools that skip what they cannot read',
  },
  {
    meaning: 'partial',
    keys: ['unprocessedkeys', 'unprocesseditems'],
    kinds: ['object', 'array'],
    source: 'DynamoDB batch calls',
  },
  {
    meaning: 'partial',
    keys: ['limitreason', 'truncationreason', 'stopreason', 'cutreason'],
    kinds: ['string'],
    source: 'hermes limit_reason',
  },
  {
    meaning: 'last',
    keys: ['jobcomplete'],
    kinds: ['boolean'],
    strength: 'exact',
    source: 'BigQuery: false means no rows yet',
  },
  {
    meaning: 'cursor',
    keys: words(
      'nextcursor nextpagetoken nexttoken nextpage nexturl nextlink nexthref nextpageurl nextpagecursor nextrecordsurl continuationtoken nextcontinuationtoken continuation pagetoken aftercursor lastevaluatedkey nextmarker nextoffset nextstart nextstartat nextkey nextpartition odatanextlink bookmark resumetoken paginationtoken nextpagestart nextcursormark resumefrom nextid nextposition nextrangestart nextpageid',
    ),
    source: 'MCP, Slack, Google, AWS, Azure, OData, Salesforce, S3, DynamoDB',
  },
  {
    meaning: 'cursor',
    keys: ['after', 'startingafter'],
    under: PAGE_OBJECTS,
    source: 'HubSpot paging.next.after, Datadog meta.page.after, Intercom pages.next',
  },
  {
    meaning: 'cursor',
    keys: ['next'],
    near: false,
    kinds: ['string', 'null', 'number'],
    source: 'DRF, JSON:API links.next, Zendesk',
  },
  { meaning: 'cursor', keys: ['href'], under: ['next'], kinds: ['string', 'null'], source: 'HAL _links.next.href' },
  {
    meaning: 'cursor',
    keys: ['continue'],
    under: ['metadata'],
    kinds: ['string', 'null'],
    source: 'Kubernetes metadata.continue',
  },
  { meaning: 'cursor', keys: ['after'], near: true, kinds: ['string', 'null'], source: 'Reddit data.after' },
  {
    meaning: 'cursor',
    keys: ['cursor'],
    near: false,
    kinds: ['string', 'null'],
    source: 'Slack-like wrappers; an echo of the request is no next cursor',
  },
  {
    meaning: 'cursor',
    keys: ['offset'],
    near: true,
    kinds: ['string'],
    source: 'Airtable: a string offset is a cursor',
  },
  {
    meaning: 'cursor',
    keys: ['marker', 'scrollid', 'searchafter'],
    near: true,
    kinds: ['string'],
    source: 'AWS Marker, Elasticsearch scroll',
  },
  {
    meaning: 'position',
    keys: ['endcursor', 'afterkey', 'lastcursor', 'startcursor'],
    source: 'GraphQL pageInfo.endCursor: given on the last page too',
  },
  {
    meaning: 'limit',
    keys: words(
      'limit maxresults pagesize perpage pagelimit maxlinesallowed limitrequested appliedlimit limitapplied effectivelimit hitsperpage itemsperpage rowsperpage maxrows rowlimit maxitems maxreturned resultlimit maxkeys headlimit topk cap pagelength maxrecords listlimit truncatedat cappedat',
    ),
    kinds: ['number'],
    source: 'Jira maxResults, Confluence limit, Algolia hitsPerPage, Loki maxLinesAllowed, S3 MaxKeys',
  },
  {
    meaning: 'offset',
    keys: words('offset startat start startindex skip from pageoffset appliedoffset startrequested skipped'),
    kinds: ['number'],
    source: 'Jira startAt, Solr start, Elasticsearch from',
  },
  {
    meaning: 'page',
    keys: ['page', 'currentpage', 'pagenumber', 'pageindex', 'number', 'pageno'],
    kinds: ['number'],
    source: 'page numbers of web APIs',
  },
  {
    meaning: 'pages',
    keys: ['pages', 'totalpages', 'pagecount', 'nbpages', 'lastpage', 'numpages', 'pagetotal'],
    kinds: ['number'],
    source: 'page counts of web APIs',
  },
  {
    meaning: 'order',
    keys: words('orderby order sort sortby sortorder orderedby sortedby ordering'),
    source: 'declared order',
  },
  {
    meaning: 'filters',
    keys: words('narrowby narrowwith availablefilters filterable refineby filterswith facets narrow'),
    source: 'how to narrow the match',
  },
  {
    meaning: 'withheld',
    keys: words(
      'withheld withheldcount rowswithheld withheldbypermission permissionfiltered filteredbypermission filteredbypermissions restrictedcount redactedcount suppressed hiddenbypermissions inaccessiblecount',
    ),
    kinds: ['number', 'boolean'],
    source: 'rows that the caller may not see',
  },
  {
    meaning: 'stored',
    keys: [
      'storedlength',
      'storedsize',
      'storedbytes',
      'storedchars',
      'loggedlength',
      'keptlength',
      'capturedlength',
      'recordedlength',
    ],
    kinds: ['number'],
    source: 'audit trails that keep the head of a result',
  },
  {
    meaning: 'scanned',
    keys: words(
      'scanned scannedcount rowsscanned totallinesscanned recordsscanned examined evaluated docsexamined itemsscanned candidates fetched fetchedcount considered searchedrows eventsscanned rowsexamined candidatesconsidered prefiltered',
    ),
    kinds: ['number'],
    source: 'DynamoDB ScannedCount, Loki totalLinesScanned',
  },
  {
    meaning: 'words',
    keys: words(
      'hint note notice warning message msg info summary truncationnote omitted truncationmessage paginationnote pagination statusmessage responsesummary truncatedmessage detail error guidance warnings',
    ),
    kinds: ['string', 'array'],
    source: 'sentences beside the rows',
  },
];

/** `_sampled_from_rows: 120` and the like: a key that carries the true length of the list it names. */
export const FIELD_PATTERNS: readonly { meaning: 'matched'; pattern: RegExp; relation: Relation; source: string }[] = [
  {
    meaning: 'matched',
    pattern: /^_?sampled_?from_/i,
    relation: 'exact',
    source: 'token-saving proxies that sample lists',
  },
  {
    meaning: 'matched',
    pattern: /^_(?:original|total|full)_(?:count|length)$/i,
    relation: 'exact',
    source: 'wrappers that trim lists',
  },
];

/** A total under one of these counts something else: shards, tokens, money, reactions. */
export const OTHER_TOTALS: readonly string[] = words(
  'shards usage cost price amount timing progress tokens reactions balance duration quota rate ratelimit',
);

/** Objects that quote something else (the request, a schema, a statement): nothing in them is about this result. */
export const OPAQUE: readonly string[] = words(
  'nativeform request params args arguments input headers config schema source inputschema variables usage properties attributes example examples native env settings',
);
