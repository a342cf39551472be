import { words } from '../../contract/words';
import type { Language } from './types';

const UNITS = 'two three four five six seven eight nine';
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';
const NAMES = words(`${UNITS} ${TEENS} ${TENS} hundred thousand`).join('|');
const N = String.raw`(?<![\w.,·-])(?<value>\d[\d,]*(?:\.\d+)?|(?:(?:one|a) )?(?:${NAMES})(?:(?:[ -]and)?[ -](?:one|${NAMES}))*)(?![\w·]|[.,]\d)`;
const AFTER = String.raw`(?<noun>(?:[ -][\w'’/.-]+){1,6})`;

const numbers: Record<string, number> = Object.fromEntries([
  ['one', 1],
  ['a', 1],
  ...words(`${UNITS} ${TEENS}`).map((word, i): [string, number] => [word, i + 2]),
  ...words(TENS).map((word, i): [string, number] => [word, (i + 2) * 10]),
  ['hundred', 100],
  ['thousand', 1000],
]);

const SUPERLATIVE =
  /\b(?:oldest|newest|latest(?! (?:results?|news|updates?|version|information|data|status)\b)|earliest|largest|biggest|smallest|highest|lowest|longest|shortest|slowest|fastest|cheapest|priciest|busiest|heaviest|lightest|youngest|tallest|strongest|weakest|hottest|coldest|deepest|closest|hardest|easiest|fewest|most (?:recent|common|frequent|expensive|active)|(?<!at )least \w+|(?<=\bthe )most [\w-]+s(?= (?:is|are|was|were|in|of|has|have)\b)|top|worst|best|(?<=\bthe (?:very )?)(?:last|first)(?= [a-z])(?! (?:name|step|command|move|page|line|time|week|month|year|quarter|night|time|day|hour|minute|\d)))\b/i;

/** English. */
export const english: Language = {
  id: 'en',
  numbers,
  claims: [
    {
      kind: 'sum',
      pattern: new RegExp(
        String.raw`\d[\d,]*(?: [\w-]+){0,3} (?:\+|plus) \d[\d,]*.*?(?:=|makes?|is|are|gives?|equals?|totals?|for a total of|in total) ${N}`,
        'i',
      ),
    },
    { kind: 'sum', pattern: /\b(?:adds?|added) up to\b.*[\d·]|\b(?:comes?|came|sums?|amounts?) to\b.*[\d·]/i },
    { kind: 'part', pattern: new RegExp(String.raw`\b${N} of (?:them|these|those|which)\b`, 'i') },
    { kind: 'part', pattern: new RegExp(String.raw`\b${N} (?:out )?of (?:the |all )?(?<of>\d[\d,]*)${AFTER}?`, 'i') },
    {
      kind: 'share',
      pattern:
        /(?<![<>≥≤–-] ?)(?<![\d–-]\d{0,2})(?<value>\d[\d,]*(?:\.\d+)?) ?(?:%|percent|per cent)(?! (?:lower|higher|off|faster|slower|cheaper|more|less|fewer|discount|battery|sure|certain|match|an?\b|increase|decrease|growth|of the time))/i,
    },
    {
      kind: 'share',
      pattern:
        /\b(?:half|a third|two[- ]thirds|a quarter|three[- ]quarters|(?:the |a )?majority|most) of (?:the|all|them|these|those|its|their)?\b/i,
    },
    {
      kind: 'share',
      pattern: /^(?:about |roughly |over |almost )?(?:half|most)\b(?= (?:[\w-]+ ){0,2}(?:of|[\w-]+s)\b)(?! recent)/i,
    },
    {
      kind: 'part',
      pattern: new RegExp(String.raw`\b${N} (?:out )?of (?:the|my|our|your) (?<noun>[a-z][\w-]*s)\b`, 'i'),
    },
    {
      kind: 'part',
      pattern: new RegExp(
        String.raw`(?:^|\band |, )${N} (?:(?:are|were) (?:still |also |now )?[a-z]|failed|passed|succeeded|timed out|remain)`,
        'i',
      ),
    },
    { kind: 'average', pattern: new RegExp(String.raw`\b(?:on average|average|mean|median)\b(?:.*?\b${N})?`, 'i') },
    {
      kind: 'remaining',
      pattern: new RegExp(String.raw`\b${N} (?:more|others?|remaining|left|further|additional|to go)\b`, 'i'),
    },
    { kind: 'remaining', pattern: new RegExp(String.raw`\banother ${N}`, 'i') },
    { kind: 'exclusive', pattern: /\b(?:only|solely|exclusively)\b|\b(?:nothing|nobody|no one|none) else\b/i },
    {
      kind: 'absence',
      pattern:
        /\b(?:no|none|nobody|nothing|neither|zero|never)\b(?! (?:one )?else| doubt| longer than| matter| problem\b)/i,
    },
    {
      kind: 'absence',
      pattern:
        /\b(?:not|n['’]t)\b.{0,24}\b(?:any|anywhere|exist|found|find|contain|mention|include|use|used|appear|present|listed|referenced|called|defined|have|include|see|installed|assigned|approved|registered|show up|there)\b/i,
    },
    {
      kind: 'absence',
      pattern:
        /\b(?:without (?:any )?(?:errors?|failures?|problems?|exceptions?|warnings?|issues?|duplicates?|gaps?)|no longer|never (?:been )?\w+|free of|is absent|are absent|is missing|are missing|unused|lacks?)\b/i,
    },
    { kind: 'list', pattern: /\bnumbers? \d[\d,]* (?:to|through|[-–]) \d[\d,]*/i },
    { kind: 'count', pattern: new RegExp(String.raw`\b${N}(?=${AFTER})`, 'gi') },
    {
      kind: 'count',
      pattern: new RegExp(
        String.raw`\b(?:total|totals|totalling|count|number|sum)(?: \w+){0,4}? (?:is|was|of|are|:|to)(?: at least| about| only| exactly)? ${N}\b`,
        'i',
      ),
    },
    {
      kind: 'universal',
      pattern: /(?<!\b(?:in|at|after|above) )\b(?:all|every|each(?= \w)|everything|everyone|without exception)\b/i,
    },
    { kind: 'extreme', pattern: SUPERLATIVE },
  ],
  hedges: [
    {
      kind: 'lower_bound',
      pattern: /\b(?:at least|more than|over \d|upwards? of|no fewer than|minimum of|\d\+|or more)\b|(?<=\d)\+/i,
    },
    {
      kind: 'may_be_more',
      pattern:
        /\b(?:(?:may|might|could|can) (?:well )?be (?:more|others|further|incomplete|additional)|there (?:are|is|could be|may be|might be) (?:probably |likely )?more\b|more (?:pages?|results|rows|may)\b|(?:may|might|could) (?:have|exist|not be (?:complete|exhaustive|all))|incomplete|truncated|cut (?:off|at|to|short)|can(?:not|['’]t) tell how many|not (?:exhaustive|complete|the (?:full|whole|complete))|partial|did(?: not|n['’]t) (?:check|look at|read|see|page) (?:the )?(?:rest|others?|older|all|every|further)|have(?: not|n['’]t) (?:checked|looked|read|seen|paged)|the (?:true|real|actual|full) (?:number|total|count|figure) (?:may|might|could|is (?:unknown|not known|higher)))/i,
    },
    {
      kind: 'page',
      pattern:
        /\b(?:(?<!\b(?:beyond|after|than|behind) )(?:first|this|one|that|a single|the returned) (?:page|batch|screen)|per page|so far as (?:I|we) (?:read|saw)|page (?:one|1)\b|sample|preview|excerpt)/i,
    },
    {
      kind: 'read_only',
      pattern:
        /\b(?:(?:of|among|in|from|within|across) (?:the|those|these) (?:\d[\d,]*|[a-z]+(?:ty|teen|een|dred)) (?:\w+ ){0,3}(?:that )?(?:(?:I|we)(?:['’]ve| have| could| can)? (?:read|saw|seen|see|looked at|checked|fetched|got|received|retrieved)|shown|returned|listed|above|examined|reviewed|was shown|were)|(?:of|among|in|from|within|across) the (?:first|last|newest|latest|most recent) (?:\d[\d,]*|[a-z]+(?:ty|teen|een|dred)|two|three|four|five|six|seven|eight|nine|ten)\b|(?:lines|rows|items|results|entries|ones|files|matches) (?:shown|listed|returned)\b|(?:I|we)(?:['’]ve| have)? (?:looked at|read|checked|saw|seen|fetched|reviewed) \d[\d,]* (?:out )?of|^among (?:the|these|those) \d[\d,]*|\bin (?:these|those|the) (?:rows|results|lines|entries)|what (?:I|we) (?:read|saw|got|received)|(?:I|we) (?:only )?(?:read|looked at|checked|saw|fetched|reviewed|examined) (?:only )?(?:the )?(?:first|newest|latest|last|most recent|\d)|(?:shown|returned|listed|visible) (?:here|to me|so far)|(?:among|of) (?:those|these) \d)/i,
    },
    {
      kind: 'top_n',
      pattern:
        /\bthe (?:\d[\d,]*|[a-z]+(?:ty|teen)?) (?:most recent|newest|latest|last|oldest|first)\b|\b(?:newest|latest|most recent|first|last|top) \d[\d,]*\b/i,
    },
    {
      kind: 'approximate',
      pattern:
        /\b(?:(?:about|around|nearly|almost)(?= (?:\d+|a (?:dozen|hundred|thousand)|half|all|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty)\b)|approximately|roughly|dozens?|hundreds|thousands|several|some \d|a few|a handful|many|estimated|estimate|or so|appears? to be|seems?)\b|~ ?\d/i,
    },
  ],
  noSet: [
    /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?Z?)?\b/g,
    /\b\d{1,2}[:.]\d\d(?::\d\d)? ?(?:am|pm|utc|h)?\b/gi,
    /\b\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:,? \d{4})?/gi,
    /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?\b/gi,
    /\b(?:in|since|during|until|by|of|year|from|before|after|for|to) (?:19|20)\d\d\b/gi,
    /\bv?\d+\.\d+(?:\.\d+)+(?:[-+][\w.]+)?\b|\bv\d+(?:\.\d+)?\b|\b[A-Z][\w]*[- ]\d+\.\d+\b/g,
    /[$€£¥] ?\d[\d,.]*(?:[kmb]|bn)?\b|\b\d[\d,.]* ?(?:usd|eur|gbp|dollars?|euros?|pounds?|cents?)\b|\b(?:usd|eur|gbp) \d[\d,.]*/gi,
    /\b\d[\d,.]* ?(?:ms|s|secs?|seconds?|mins?|minutes?|hours?|hrs?|(?:business |working )?days?|weeks?|months?|years?|kb|mb|gb|tb|kib|mib|gib|bytes?|px|km|kg|m|cm|°c?|tokens?|characters?|chars?|req\/s|rps|x)\b/gi,
    /#\d+\b|\b(?:line|lines|l|port|page|step|issue|pr|pull request|ticket|case|invoice|order|section|chapter|version|release|build|row|item|number|no\.|id|level|sev|severity|priority|p|phase|rule|rfc|http|status|code|error|exit code|room|account|customer|shard|node|day|week|q|sprint|deploy|commit|revision|case|offset|limit) ?(?:#|:|=|no\.? )?\d[\d,]*\b(?! (?:of|reviews|rows|results))/gi,
    /\b[a-z]+[-_]\d+\b|\b\d+[-_][a-z]\w*\b|\b[0-9a-f]{7,}\b(?<=[a-f]\w*)|\b\w+\/\w+\d\w*/gi,
    /\b\d+\/\d+\/\d+\b|\b(?:\d{1,3}\.){3}\d{1,3}\b/g,
    /^\s*\d+[.)]\s/gm,
  ],
  noStatement: {
    sentence: [
      /^(?:\W|\d+[.)])*(?:if|unless|in case|whether|should|please|let me|let us|let['’]s|want me|would you|do you|shall)\b/i,
      /^(?:\W)*(?:add(?:s|ed)?|updat(?:e|es|ed)|fix(?:es|ed)?|implement(?:s|ed)?|creat(?:e|es|ed)|remov(?:e|es|ed)|refactor(?:s|ed)?|renam(?:e|es|ed)|mov(?:e|es|ed)|replac(?:e|es|ed)|introduc(?:e|es|ed)|wr(?:ite|ites|ote)|buil(?:d|ds|t)|ensur(?:e|es|ed)|mak(?:e|es)|made|use|run|install|set|select|save|initiali[sz]e|lets|allows?|supports?|keeps?|avoids?|handles?|enables?|accepts?|normali[sz]es?|enqueues?|exits?|returns?|shows?) (?!(?:no|all|every|only)\b)/i,
    ],
    clause: [
      /\b(?:will|would|must|should|shall|cannot|can['’]?t?|please|allowed|policy|policies|if you|let me know|let['’]s)\b(?! (?:not )?(?:be )?(?:found|find|see|seen))/i,
    ],
  },
  noClaim: [
    /^here (?:is|are)\b(?!.*\b(?:all|every|complete|full|whole)\b)/i,
    /\b(?:yes|with)\/(?:no|without)\b|\w\/no\b|\bno\/\w|[=:]\s*(?:none|null|no)\b/i,
    /\b(?:when|if|unless|whether|even when|in case)\b.*\b(?:no|not|none|without|any|all|every)\b/i,
    /\bno longer (?!exists?|used|present|referenced|defined|available|there|contains?|appears?|has|have|listed|called|imported|installed|supported|needed)/i,
    /\bno (?:[\w-]+ ){0,3}(?:needed|required|necessary)\b|\bdivision by zero\b/i,
    /\b(?:up to|each|every|per) (?:[\w-]+ )?(?:\d+|one|two|three|four|five)\b|\b(?:each|every) [\w-]+ (?:gets?|has|have|receives?)\b/i,
    /\b(?:search|query|call|command|request|tool|lookup|it) (?:came back|returned|came up|responded|ended) (?:with )?(?:no|zero|empty|nothing|\d)/i,
    /\b(?:I|we) (?:have|had|did|do|could|can|would|will|am|are)? ?(?:not|n['’]t|never) (?:checked|check|look|looked|read|verified|verify|page|paged|change|changed|touch|touched|run|ran|sure|know|able|merge|delete|need|recommend)\b/i,
    /\b(?:would|will|should|can|could|may|might|shall|let me|let us|if|please|want me to|whether|unless)\b.{0,40}\b(?:not|no|any|all|every|only)\b/i,
    /^(?:no|none)[,.!]?$/i,
    /\bno (?:need|reason|problem|worries|action|changes? (?:is|are|was|were)? ?(?:needed|required)|idea)\b/i,
    /\?\s*$/,
  ],
  clauses:
    /;\s+|:\s+|\s[–—-]\s|,\s+(?=(?:and|but|so|all|most of|half of|none|nothing|nobody|no|every|each|which|while|whereas|of which|with|the rest|\d[\d,]*)\b)|\s+(?=(?:and|but|while|whereas) (?:\d[\d,]*|all|none|no|every|each|nothing|nobody|only|there|the|it|they|he|she|we)\b)|\s+(?=across \d)|,\s+(?=though|although|however)/i,
  stops: new Set(
    words(
      'present presently moment overall neither nor either is are was were be been being has have had do does did in on at of for from to with without that which who whose since across under over by and or so than as total altogether until till per within between during after before about above below out up not no more less only also still yet already now right currently today yesterday last this next all each every any the a an its their our your his her it they we you there here found exist exists use uses used match matches matched matching remain remains need needs were will can could should would may might but if while where when how why because contain contains containing mention mentions appear appears',
    ),
  ),
  superlative: SUPERLATIVE,
  negation: /\b(?:no|none|nobody|nothing|neither|never)\b/i,
  quantifier: /\b(?:no|none|not|without|all|any|every|only)\b/gi,
  says: {
    pronoun: /\b(?:it|its|they|them|these|those|none|both|all|every one|each)\b/i,
    part: /\b(?:of (?:them|these|those|which)|with|without|under|over|above|below|who|which)\b/i,
    left: /\d\s+(?:[\p{L}-]+\s+){0,3}(?:remaining|remain|left)\b/iu,
    listed: /\b(?:all|every)\b[^.]*\b(?:listed|shown|above|below)\b/i,
    search:
      /\b(?:found|find|exists?|match\w*|results?|there (?:is|are|was|were)|listed|lists?|ha(?:s|ve)|see|seen|contains?|mentions?|returned|shows?|appears?|used|defined|referenced|called|imported|anywhere)\b/i,
    nothingWrong: /\b(?:without|no|any)\b[^.]*\b(?:errors?|failures?|problems?|exceptions?)\b/i,
    ran: /\b(?:finished|completed?|ran|run|succeeded|executed|returned|passed|went)\b/i,
    ownWork:
      /\b(?:done|complete[ds]?|pushed|committed|implemented|fixed|updated|passe[sd]|pass|passing|green|processed|saved|up to date|verified|works?|working|installed|configured|merged|deployed)\b/i,
    done: /\b(?:created?|updated?|sent|opened|closed|deleted|removed|filed|posted|merged|added|ran|edited|changed|wrote|moved|renamed|made)\b/i,
    together: /\b(?:together|combined|altogether|overall|in total|in all|both|sum)\b/i,
    compared: /\b(?:more|fewer|less)\b.*\bthan\b/i,
    fraction: /\b(?:half|thirds?|quarters?|fifths?|tenths?)\b/i,
    amount: /\b(?:up to|to)\D{0,12}(?<value>\d[\d,]*(?:\.\d+)?)/i,
    scope:
      /\b(?:in|of|for|from|on)\s+(?:the\s+)?["'`“]?([\w.-]+)["'`”]?\s+(profile|project|workspace|tenant|organization|org|account|namespace|environment|region|database|cluster|repo|repository)\b/gi,
    noName: /^(?:this|that|the|same|whole|entire|current|your|our|my|their|each|every|any|one|given|customer|user)$/i,
    lines: /^(?:line|row|match|result|file|hit|entry|item|record)$/i,
  },
};
