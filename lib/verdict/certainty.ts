/** What would have made a judgement certain, in sentences: for `capwatch explain` and the page of a call. */

import type { Reading } from '../contract/types';
import type { Judgement } from './types';

type Judged = Pick<Judgement, 'verdict' | 'basis' | 'findings' | 'limit' | 'unseen' | 'recovered' | 'present'>;
type Read = Pick<Reading, 'matched' | 'cursor' | 'more' | 'cut' | 'shape' | 'census' | 'paging'>;

const TOTAL = 'a total that is known to be a total';
const CENSUS = 'a census of this query';

/** Sentences, most useful first; empty only where nothing is left to be known. Pure: same judgement, same sentences. */
export function certainty(judged: Judged, reading: Read): string[] {
  switch (judged.verdict) {
    case 'refused':
      return ['The tool served nothing. A narrower query, or a smaller page that it agrees to serve, would show rows.'];
    case 'error':
      return ['The call failed. A call of the same query that succeeds would show what it holds.'];
    case 'unreadable':
      return [
        'The log holds no whole result. A log that keeps whole payloads, or the tool span of the same call, would settle it.',
      ];
    case 'not_a_list':
      return [];
    case 'complete':
      return complete(judged, reading);
    default:
      return [...open(judged, reading), ...limit(judged)];
  }
}

function complete({ basis, limit: known }: Judged, reading: Read): string[] {
  if (basis !== 'short_page' && basis !== 'no_limit') return [];
  const proof = `An explicit "no more", ${TOTAL}, or ${CENSUS} would prove it.`;
  if (basis === 'no_limit')
    return [
      `Presumed complete, because no limit is known. ${proof}`,
      'A stated limit would tell a full page from a short one.',
    ];
  const lowered =
    known?.source === 'argument' ? ' A server that lowers limits without a word would serve a short page too.' : '';
  const declared =
    reading.matched === null ? '' : ` The declared total (${reading.matched.at.path}) says no more than the page.`;
  return [`Presumed complete, because the page is shorter than its limit.${lowered}${declared} ${proof}`];
}

function open({ verdict, unseen, findings }: Judged, reading: Read): string[] {
  const kinds = new Set(findings.map((finding) => finding.kind));
  if (unseen.kind === 'exact' || unseen.kind === 'none') return [];
  const ways = [...declared(reading), ...rest(reading), `${CENSUS} (capwatch census export)`];
  const what = verdict === 'unknown' ? 'whether that was all' : 'how many rows were not seen';
  const out = [`${sentence(ways)} would settle ${what}.`];
  if (kinds.has('blind_window')) out.push('A filter that runs before the limit would leave no window.');
  if (kinds.has('hazard'))
    out.push('A query that needs no filter after the limit would make a short page mean something.');
  if (reading.cut !== null) out.push('The payload as the tool made it, uncut, would show the rows that are missing.');
  if (kinds.has('mixed_output')) out.push('One command per call would tell whose rows these are.');
  return out;
}

/** What the declared total lacks. */
function declared({ matched }: Read): string[] {
  if (matched === null) return [TOTAL];
  if (matched.relation === 'lower_bound') return [`an exact total in place of the lower bound at ${matched.at.path}`];
  if (matched.relation === 'estimate') return [`an exact total in place of the estimate at ${matched.at.path}`];
  return [`a total at ${matched.at.path} that was seen above its page at least once`];
}

/** The way to the rest, where the payload or the arguments show one. */
function rest({ cursor, more, paging }: Read): string[] {
  if (cursor !== null && cursor.value !== null) return [`following the cursor at ${cursor.at.path} to its end`];
  const paged = paging !== null && (paging.offset ?? paging.page ?? paging.cursor) !== null;
  if (more?.value === true || paged) return ['reading the pages that follow to their end'];
  return ['an explicit "no more" or a next cursor'];
}

function limit({ limit: known, verdict, unseen }: Judged): string[] {
  if (unseen.kind === 'exact') return [];
  if (known === null) return verdict === 'unknown' ? ['A stated limit would tell a full page from a short one.'] : [];
  if (known.source !== 'learned') return [];
  return [
    'The limit is learned from what this tool has served. An echo of it in the payload, or the operator stating it, would prove it.',
  ];
}

function sentence(ways: readonly string[]): string {
  const text = ways.length < 2 ? (ways[0] ?? '') : `${ways.slice(0, -1).join(', ')}, or ${ways.at(-1)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
