import type { Evidence } from '../../contract/types';
import type { Window } from '../context';
import type { Facts } from '../facts';
import { number, type Rule, rows, type Weighed } from './types';

const silent = (kind: string, evidence: Evidence[], says: string): Weighed => ({
  weight: 'silent',
  kind,
  evidence,
  says,
});

/** A statement that there is more makes a page flagged, and a total above it does too. */
function stated(facts: Facts): boolean {
  return (
    facts.saysMore !== null ||
    facts.reading.partial.length > 0 ||
    (facts.total !== null && facts.total.value > facts.shown) ||
    facts.reading.matched?.relation === 'lower_bound' ||
    (facts.reading.matched?.relation === 'estimate' && facts.reading.matched.value > facts.shown)
  );
}

/** The limit is one that a dialect from memory gives: it proves nothing by itself. */
export function hinted(facts: Facts): boolean {
  const { limit } = facts.context;
  return limit?.source === 'dialect' && (limit.hint === true || facts.reading.traits?.hint === true);
}

/** As many rows as the limit allows, and nothing trustworthy says whether that was all. */
export const fullPage: Rule = (facts) => {
  const { limit, total } = facts.context;
  if (limit === null || !facts.full || stated(facts) || facts.noMore !== null || hinted(facts)) return [];
  if (facts.total !== null && facts.total.value <= facts.shown) return [];
  if (total !== null && total.value <= facts.shown) return [];
  if (facts.present > limit.value && limit.source === 'argument') return [];
  const evidence = [limit.at, { path: facts.reading.rowsPath ?? 'result', value: facts.present }];
  const of = `Returned ${number(facts.present)} of ${number(limit.value)}`;
  const { matched } = facts.reading;
  if (matched !== null)
    return [
      silent(
        'full_page',
        [...evidence, matched.at],
        `${of} ${limitWords(facts)}; the declared total of ${number(matched.value)} never said more than the page.`,
      ),
    ];
  if (facts.saysNoMore !== null)
    return [
      silent(
        'full_page',
        [...evidence, facts.saysNoMore],
        `${of} ${limitWords(facts)}; it says that this was all, which is not to be trusted here.`,
      ),
    ];
  return [silent('full_page', evidence, `${of} ${limitWords(facts)}, and nothing says whether that was all.`)];
};

function limitWords(facts: Facts): string {
  const limit = facts.context.limit;
  if (limit === null) return '';
  if (limit.source === 'argument') return 'asked for';
  if (limit.source === 'echo') return limit.imposed ? 'that the result says is its limit' : 'asked for';
  if (limit.source === 'learned') return 'that this tool has never exceeded';
  return limit.source === 'operator' ? 'allowed, by the operator' : 'allowed by default';
}

/** A text as long as its tool lets it be, which cuts without a word. */
export const fullText: Rule = (facts) => {
  const { traits, textLength, dialect } = facts.reading;
  const room = traits?.room ?? null;
  if (room === null || textLength < room || traits?.hint || stated(facts) || facts.noMore !== null) return [];
  return [
    silent(
      'full_text',
      [
        { path: `dialect ${dialect}`, value: room },
        { path: 'length of the text', value: textLength },
      ],
      `The text has ${number(textLength)} characters, about as many as this tool returns at most, and nothing says whether that was all.`,
    ),
  ];
};

/** The limit bounds what was scanned; a filter ran afterwards. */
export const blindWindow: Rule = (facts) => {
  const looked = declaredWindow(facts);
  const { window } = facts.context;
  if (looked === null) return window === null ? [] : [shownWindow(facts, window)];
  const { at, count, by } = looked;
  const time = window === null ? '' : ` The ${number(window.rows)} newest rows cover ${reach(window)}.`;
  const says = `Only ${by === 'dialect' ? `the newest ${rows(count)}` : rows(count)} were looked at before the filter, which left ${number(facts.present)}: a match outside this window is not here.${time}`;
  const evidence = [...at, ...(window === null ? [] : [window.at])];
  if (by !== 'counter')
    return [{ kind: 'blind_window', evidence, says, weight: facts.context.total === null ? 'unknown' : 'note' }];
  return [{ kind: 'blind_window', evidence, says, weight: stated(facts) || facts.noMore !== null ? 'note' : 'silent' }];
};

/** The window as the result counts it, else as the tool's dialect knows it. */
function declaredWindow(facts: Facts): { at: Evidence[]; count: number; by: 'counter' | 'dialect' | 'limit' } | null {
  const { scanned, traits, dialect } = facts.reading;
  const { limit } = facts.context;
  // Work counters that run far above the limit say how much was read, not where the window ended.
  if (
    scanned !== null &&
    limit !== null &&
    !hinted(facts) &&
    scanned.value >= limit.value &&
    scanned.value <= limit.value * 2 &&
    scanned.value > facts.present &&
    facts.present < limit.value
  )
    return { at: [scanned.at, limit.at], count: scanned.value, by: 'counter' };
  const window = traits?.window;
  if (window === undefined || window === null || facts.present >= window) return null;
  const at = { path: traits?.windowAt ?? `dialect ${dialect}`, value: window };
  return { at: [at], count: window, by: traits?.windowAt === undefined ? 'dialect' : 'limit' };
}

/** A row that was missed is older than all rows of a full page: the search looked no further than such a page. */
function shownWindow(facts: Facts, window: Window): Weighed {
  const row = facts.context.contradicted;
  return {
    weight: 'note',
    kind: 'blind_window',
    evidence: [window.at, ...(row === null ? [] : [row])],
    says: `The ${number(window.rows)} newest rows cover ${reach(window)}; the row that was missed is of ${window.missed?.slice(0, 10)}: a filter that runs after the limit does not reach it.`,
  };
}

/** How far back a window reaches: "11 days (2026-03-01 to 2026-03-12)". */
function reach({ from, to }: Window): string {
  const hours = (Date.parse(to) - Date.parse(from)) / 3_600_000;
  const [count, unit] = hours >= 48 ? [hours / 24, 'day'] : hours >= 2 ? [hours, 'hour'] : [hours * 60, 'minute'];
  const precise = hours >= 48 ? 10 : 16;
  return `${rows(Math.max(1, Math.round(count)), unit)} (${from.slice(0, precise)} to ${to.slice(0, precise)})`;
}

/** A count of the same set is above what came, and the result declares nothing. */
export const censusAbove: Rule = (facts) => {
  const { total } = facts.context;
  if (total === null || total.value <= facts.shown || stated(facts) || facts.saysNoMore !== null) return [];
  if (facts.before === null || facts.before > 0) return [];
  const how = total.source === 'census' ? 'a count of the same set says' : 'the same query, read to its end, has';
  return [
    silent(
      'census_above',
      [total.at, { path: facts.reading.rowsPath ?? 'result', value: facts.present }],
      `The model received ${rows(facts.present)}; ${how} ${number(total.value)}.`,
    ),
  ];
};

/** The same query under a larger limit held more. */
export const largerPageAbove: Rule = (facts) => {
  const { larger, moved } = facts.context;
  if (larger === null || moved !== null || stated(facts) || facts.saysNoMore !== null || facts.reading.matched !== null)
    return [];
  return [
    silent(
      'larger_page',
      [{ path: `rows of call ${larger.call}`, value: larger.present }],
      `${rows(facts.present)} came here; the same query under another limit returned ${number(larger.present)}.`,
    ),
  ];
};

/** Rows were removed between the tool and the model, and nothing says so. */
export const removedInSilence: Rule = (facts) => {
  const { otherView, returned } = facts.reading;
  if (otherView === null) return [];
  const more = otherView.present !== null && otherView.present > facts.present;
  if (!more || stated(facts) || facts.saysNoMore !== null || returned !== null) return [];
  return [
    silent(
      'removed_between_views',
      [
        { path: 'result (the tool)', value: otherView.present },
        { path: 'sent (the model)', value: facts.present },
      ],
      `The tool returned ${rows(otherView.present ?? 0)} and the model was sent ${number(facts.present)}; nothing says so.`,
    ),
  ];
};

/** What the tool itself declared did not reach the model. */
export const declaredUnsent: Rule = (facts) => {
  const { otherView, matched, more } = facts.reading;
  if (otherView === null || stated(facts) || matched !== null || more !== null) return [];
  const total = otherView.matched;
  if (
    total !== null &&
    total.relation === 'exact' &&
    facts.before !== null &&
    total.value > facts.before + facts.present
  )
    return [
      silent(
        'declared_unsent',
        [total.at, { path: 'sent (the model)', value: facts.present }],
        `The tool knew of ${number(total.value)}; the model was sent ${rows(facts.present)} and no word of it.`,
      ),
    ];
  if (otherView.more?.value === true && facts.full)
    return [
      silent('declared_unsent', [otherView.more.at], 'The tool knew that there is more; the model was not told.'),
    ];
  return [];
};

/** A count over a limited sub-query that came to exactly its limit. */
export const boundedCount: Rule = ({ reading }) => {
  const { census } = reading;
  if (census?.bounded === undefined || census.value < census.bounded) return [];
  return [
    silent(
      'bounded_count',
      [census.at, { path: 'limit under the count', value: census.bounded }],
      `The count is ${number(census.value)}, exactly the limit that stands under it.`,
    ),
  ];
};

/** Rows name parents that are not here. */
export const parentsMissing: Rule = (facts) => {
  const { parents } = facts.reading;
  if (parents === null) return [];
  const finding = {
    kind: 'parents_missing',
    evidence: [parents.at],
    says: `${rows(parents.value)} that others name as their parent ${parents.value === 1 ? 'is' : 'are'} not here.`,
  };
  return [{ ...finding, weight: stated(facts) || facts.saysNoMore !== null ? 'note' : 'silent' }];
};

export const SILENT: readonly Rule[] = [
  parentsMissing,
  // What a count knows says more than what the limit lets one suspect: it comes first.
  censusAbove,
  fullPage,
  fullText,
  blindWindow,
  largerPageAbove,
  removedInSilence,
  declaredUnsent,
  boundedCount,
];
