import { singular } from '../../contract/words';
import type { Claim, EvidenceCall, Offer } from '../types';
import { fit, isCapped, isComplete } from './match';
import { offersOf } from './offers';
import { pagesOf } from './pages';
import { groupsIn, type RowReader } from './rows';
import { type Decided, heldOf, whyCapped } from './verdict';

/** Nouns that count places in a text rather than files that hold them. */
const PLACES = /^(?:match|occurrence|hit|line|place|reference|time|instance|result|mention|usage|use|call|site|row)$/;

export interface Scene {
  /** Calls that could carry the claim. */
  carriers: EvidenceCall[];
  /** All calls that may be used, the turn's first. */
  all: EvidenceCall[];
  rows: RowReader;
  /** Whose answer it is; null when nobody says. */
  account: string | null;
}

/** A number: is it the set's, a page's, a lower bound, another unit's, or nobody's? */
export function judgeNumber(claim: Claim, value: number, scene: Scene): Decided {
  const { carriers, all } = scene;
  return (
    cutByLog(carriers) ??
    ofUnit(claim, value, all) ??
    ofWalk(value, carriers) ??
    fromCarriers(claim, value, carriers, scene) ??
    fromCarriers(claim, value, all, scene) ??
    insideRows(claim, value, all, scene.rows) ??
    contradicted(claim, value, carriers) ??
    none(value, carriers)
  );
}

function cutByLog(carriers: readonly EvidenceCall[]): Decided | null {
  const cut = carriers.filter(({ judgement }) => judgement.verdict === 'unreadable');
  if (cut.length === 0 || cut.length < carriers.length) return null;
  return {
    verdict: 'unsupported',
    calls: cut,
    evidence: [],
    says: `The log itself holds only a part of what ${cut[0]?.tool} returned, so it cannot tell.`,
    missing: 'the whole result of that call',
  };
}

/** A count of matches read as files, or the other way round. */
function ofUnit(claim: Claim, value: number, all: readonly EvidenceCall[]): Decided | null {
  for (const call of all) {
    const units = call.reading.census?.units;
    const named = Object.entries(units ?? {});
    const own = named.find(([, count]) => count === value);
    if (!own || named.length < 2) continue;
    const [unit] = own;
    const meansPlaces = PLACES.test(singular(unit));
    const saysPlaces = claim.noun.some((noun) => PLACES.test(noun));
    const other = named.find(([name, count]) => PLACES.test(singular(name)) !== meansPlaces && count !== value);
    if (!other || claim.noun.length === 0) continue;
    const at = call.reading.census?.at ?? { path: 'result', value };
    if (meansPlaces && !saysPlaces)
      return {
        verdict: 'wrong_cardinality',
        calls: [call],
        evidence: [at],
        says: `${value} counts ${unit}; of ${claim.noun[0]}s there were ${other[1]} (${other[0]}).`,
      };
  }
  return null;
}

/** Several pages of one query: what they held together. */
function ofWalk(value: number, carriers: readonly EvidenceCall[]): Decided | null {
  for (const { calls, sum, distinct, finished } of pagesOf(carriers)) {
    const first = calls[0];
    const last = calls.at(-1);
    if (!first || !last || (value !== sum && value !== distinct)) continue;
    const evidence = calls.map((call) => ({ path: call.reading.rowsPath ?? 'result', value: call.judgement.present }));
    if (finished && value === (distinct ?? sum))
      return {
        verdict: 'supported',
        calls,
        evidence,
        says: `${calls.length} pages of ${first.tool} were read to their end; together they hold ${value} distinct rows.`,
      };
    if (isCapped(last) || (distinct !== null && value !== distinct))
      return {
        verdict: 'false_total',
        calls,
        evidence: [...evidence, ...whyCapped(last)],
        says:
          distinct !== null && distinct < sum
            ? `${calls.length} pages of ${first.tool} hold ${sum} rows and only ${distinct} distinct ones, and the walk did not reach the end.`
            : `${calls.length} pages of ${first.tool} hold ${sum} rows, and the last one was not the end.`,
      };
  }
  return null;
}

const PROVE = new Set<Offer['meaning']>(['rows', 'matched', 'census', 'walk']);

function fromCarriers(claim: Claim, value: number, calls: readonly EvidenceCall[], scene: Scene): Decided | null {
  const offered = calls
    .flatMap((call) => offersOf(call).map((offer) => ({ call, offer })))
    .filter(({ offer }) => offer.value === value);
  const proof = offered.find(({ offer }) => PROVE.has(offer.meaning));
  if (proof) return supportedBy(claim, value, proof.call, proof.offer, scene);
  const bound = offered.find(({ offer }) => offer.meaning === 'lower_bound');
  if (bound)
    return {
      verdict: 'lower_bound_as_total',
      calls: [bound.call],
      evidence: [bound.offer.at],
      says: `${value} is a lower bound: ${heldOf(bound.call)}.`,
    };
  const page = offered.find(
    ({ call, offer }) => isCapped(call) && ['page', 'limit', 'estimate'].includes(offer.meaning),
  );
  if (page)
    return {
      verdict: 'false_total',
      calls: [page.call],
      evidence: [page.offer.at, ...whyCapped(page.call)],
      says: `${value} is the page, not the set: ${heldOf(page.call)}.`,
    };
  return distinctIn(claim, value, calls, scene.rows);
}

function supportedBy(claim: Claim, value: number, call: EvidenceCall, offer: Offer, { all, account }: Scene): Decided {
  const other = all.find((one) => one.account !== null && claim.qualifiers.includes(one.account.toLowerCase()));
  if (other && other.account !== call.account)
    return {
      verdict: 'wrong_set',
      calls: [call],
      evidence: [offer.at],
      says: `${value} was counted for ${call.account ?? 'no account'}, not for ${other.account}.`,
    };
  if (account !== null && call.account !== null && account !== call.account)
    return {
      verdict: 'wrong_set',
      calls: [call],
      evidence: [offer.at],
      says: `${value} was counted for ${call.account}; the answer is for ${account}.`,
    };
  const rival = all.find(
    (one) =>
      one !== call &&
      one.reading.census !== null &&
      call.reading.census !== null &&
      (one.query === call.query || (one.reading.scope !== null && one.reading.scope === call.reading.scope)) &&
      one.reading.census.value !== call.reading.census.value,
  );
  if (rival?.reading.census)
    return {
      verdict: 'unsupported',
      calls: [call, rival],
      evidence: [offer.at, rival.reading.census.at],
      says: `Two counts of this set disagree: ${value} and ${rival.reading.census.value}.`,
      missing: 'which of the two counts is right',
    };
  const basis = {
    rows: 'the list is complete',
    matched: 'the result declares it',
    census: 'it was counted',
    walk: 'the walk ended',
  };
  return {
    verdict: 'supported',
    calls: [call],
    evidence: [offer.at],
    says: `${value} stands in ${call.tool}: ${basis[offer.meaning as keyof typeof basis]}.`,
  };
}

/** How many different files, services or states the rows of a page hold. */
function distinctIn(claim: Claim, value: number, calls: readonly EvidenceCall[], rows: RowReader): Decided | null {
  for (const call of calls) {
    const facts = rows.of(call);
    if (facts === null) continue;
    const named = [...facts.fields].find(
      ([field, values]) =>
        values.size === value &&
        values.size > 1 &&
        (claim.noun.length === 0 || claim.noun.includes(singular(field.toLowerCase()))),
    );
    const grouped = claim.noun.includes('file') && groupsIn(facts.text) === value;
    const counted = [...facts.fields].find(([, values]) =>
      [...values].some(([name, rowsWith]) => rowsWith === value && claim.qualifiers.includes(name.toLowerCase())),
    );
    if (!named && !grouped && !counted) continue;
    const at = { path: call.reading.rowsPath ?? 'result', value };
    if (isCapped(call))
      return {
        verdict: 'false_total',
        calls: [call],
        evidence: [at, ...whyCapped(call)],
        says: `${value} was counted on a page: ${heldOf(call)}.`,
      };
    if (isComplete(call))
      return {
        verdict: 'supported',
        calls: [call],
        evidence: [at],
        says: `The complete list of ${call.tool} holds ${value}.`,
      };
  }
  return null;
}

/** A number that stands in a result beside the noun, or under a key of that name: a value of one row. */
function insideRows(claim: Claim, value: number, all: readonly EvidenceCall[], rows: RowReader): Decided | null {
  const number = String(value).replace(/\B(?=(\d{3})+$)/g, ',?');
  const near = claim.noun.map((noun) => noun.slice(0, 6).replace(/[^\w]/g, '.')).filter((noun) => noun.length > 2);
  if (near.length === 0) return null;
  const noun = `(?:${near.join('|')})`;
  const pattern = new RegExp(
    `${noun}[\\w"]{0,12}["\\s:=]{1,4}${number}\\b|(?<![\\d.,])${number}\\s[\\w\\s-]{0,24}${noun}`,
    'i',
  );
  for (const call of all) {
    const text = rows.of(call)?.text;
    const found = text === undefined ? null : pattern.exec(text.slice(0, 200_000));
    if (found)
      return {
        verdict: 'supported',
        calls: [call],
        evidence: [{ path: `result@${found.index}`, value: found[0].slice(0, 80) }],
        says: `${call.tool} says it: “${found[0].slice(0, 80).trim()}”.`,
      };
  }
  return null;
}

/** A complete list of exactly this set says another number. */
function contradicted(claim: Claim, value: number, carriers: readonly EvidenceCall[]): Decided | null {
  const [call] = carriers;
  if (carriers.length !== 1 || !call || !isComplete(call) || fit(claim, call) !== 2) return null;
  const present = call.reading.census?.value ?? call.judgement.present;
  const narrowed = claim.qualifiers.some(
    (word) => !claim.noun.includes(word) && !/^(?:found|total|exactly|list|altogether)$/.test(word),
  );
  if (present === null || present === value || narrowed) return null;
  return {
    verdict: 'false_total',
    calls: [call],
    evidence: [{ path: call.reading.rowsPath ?? 'result', value: present }],
    says: `${call.tool} returned all ${present} of them, not ${value}.`,
  };
}

function none(value: number, carriers: readonly EvidenceCall[]): Decided {
  const capped = carriers.find(isCapped);
  return {
    verdict: 'unsupported',
    calls: carriers.slice(0, 3),
    evidence: capped ? whyCapped(capped) : [],
    says: `No result offers ${value}.`,
    missing: 'a count of this set by a tool that does not page',
  };
}
