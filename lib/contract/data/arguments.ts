/** Names of arguments that page, limit or carry a query. Compared without case and separators. */

import { words } from '../words';

/** Limits under any container. */
export const LIMIT_ARGS = words(
  'limit perpage pagesize maxresults maxresultcount maxitems maxrows maxcount maxrecords maxkeys maxreturned topk headlimit hitsperpage itemsperpage rowsperpage resultsperpage numresults nresults numberofresults resultlimit rowlimit pagelimit first maxmatches totalmaxmatches maxmessages maxdocuments pagelength limitrows fetchsize batchsize similaritytopk maxnumresults querylimit linelimit resultcount',
);

/** Limits only at the top of the arguments or in an object that is about the request. */
export const WEAK_LIMIT_ARGS = words(
  'size count num n k top take rows max maximum results last tail taillines head lines taillog numlines maxlines tailcount length',
);

export const REQUEST_OBJECTS = words(
  'params query body querybody options pagination page paging input request variables args arguments search opts payload',
);

export const OFFSET_ARGS = words(
  'offset startat start skip from startindex startrow startposition first_result firstresult pageoffset',
);
export const PAGE_ARGS = words('page pagenumber pageno pageindex pagenum p');
export const CURSOR_ARGS = words(
  'cursor after before startingafter endingbefore pagetoken nexttoken nextpagetoken nextcursor continuationtoken continue marker startcursor aftercursor scrollid searchafter exclusivestartkey starttoken bookmark resumetoken pagecursor lastevaluatedkey nextmarker keymarker paginationtoken lastid sinceid afterid maxid position startkey continuation sessiontoken nexturl nextpage',
);

/** Arguments that hold SQL. */
export const SQL_ARGS = words(
  'sql query sqlquery statement q soql sqlstatement querystring rawsql queries expression command select',
);
/** Arguments that hold a shell command. */
export const SHELL_ARGS = words('command cmd script bash shell commandline code input');
/** Arguments that hold a GraphQL document. */
export const GRAPHQL_ARGS = words('query graphql document gql');
