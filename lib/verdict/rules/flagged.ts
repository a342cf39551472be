import type { Evidence } from '../../contract/types';
import { number, type Rule, rows, type Weighed } from './types';

const flagged = (kind: string, evidence: Evidence[], says: string): Weighed => ({
  weight: 'flagged',
  kind,
  evidence,
  says,
});

/** A flag, a cursor or a marker says that there is more. */
export const moreDeclared: Rule = (facts) => {
  const more = facts.saysMore;
  if (more === null) return [];
  const { cursor } = facts.reading;
  const evidence = [more.at, ...(cursor !== null && cursor.value !== null && cursor.at !== more.at ? [cursor.at] : [])];
  const may = more.strength === 'maybe' ? 'may be' : 'is';
  const moved = facts.reading.markers.some((one) => one.says === 'moved' && one.path === more.at.path);
  return [
    flagged(
      more.strength === 'maybe' ? 'maybe_more' : 'more_declared',
      evidence,
      moved
        ? `The output was put elsewhere; the model received a preview of ${rows(facts.present)}.`
        : `The result says that there ${may} more after ${rows(facts.present)}.`,
    ),
  ];
};

/** A total above what this page and the pages before it showed. */
export const matchedAboveShown: Rule = (facts) => {
  const { matched, withheld } = facts.reading;
  if (matched === null || facts.context.moved !== null) return [];
  const shown = facts.shown;
  const explained = withheld !== null && typeof withheld.value === 'number' && matched.value - shown === withheld.value;
  if (matched.relation === 'lower_bound')
    return [
      flagged(
        'lower_bound',
        [matched.at],
        `At least ${number(matched.value)} matched by the result's own words; ${rows(facts.present)} ${facts.present === 1 ? 'is' : 'are'} here.`,
      ),
    ];
  if (matched.relation === 'estimate')
    return matched.value > shown && facts.full
      ? [
          flagged(
            'estimate_above',
            [matched.at],
            `An estimate of ${number(matched.value)} stands above ${rows(facts.present)}.`,
          ),
        ]
      : [];
  if (facts.total === null || facts.total.value <= shown || explained) return [];
  return [
    flagged(
      'matched_above',
      [facts.total.at, { path: facts.reading.rowsPath ?? 'result', value: facts.present }],
      `${number(facts.total.value)} matched; ${rows(shown)} ${shown === 1 ? 'was' : 'were'} shown.`,
    ),
  ];
};

/** A part of the search failed, timed out or was skipped. */
export const partialFailure: Rule = ({ reading, saysNoMore }) => {
  const [part] = reading.partial;
  if (part === undefined || saysNoMore !== null) return [];
  return [
    flagged(
      'partial_failure',
      reading.partial.slice(0, 4),
      `A part is missing: ${part.path.split('.').at(-1)} is ${String(part.value)}.`,
    ),
  ];
};

/** A list inside a row was cut. */
export const nestedListCut: Rule = ({ reading }) =>
  reading.nested === null
    ? []
    : [
        flagged(
          'nested_list_cut',
          [reading.nested],
          `A list inside a row says that it was cut (${reading.nested.path}).`,
        ),
      ];

/** Pages overlap: rows came twice, so others may never have come. */
export const pagesOverlap: Rule = (facts) => {
  const { walk, total } = facts.context;
  if (walk === null || walk.repeated === 0 || walk.same) return [];
  const known = total?.value ?? facts.total?.value ?? null;
  const evidence = [
    { path: 'rows shown before', value: walk.repeated },
    { path: 'distinct rows', value: walk.shown },
  ];
  if (known !== null && known > walk.shown)
    return [
      flagged(
        'overlapping_pages',
        evidence,
        `${rows(walk.repeated)} of this page came before: ${number(walk.shown)} distinct of ${number(known)}.`,
      ),
    ];
  return [
    {
      weight: known === null ? 'unknown' : 'note',
      kind: 'overlapping_pages',
      evidence,
      says: `${rows(walk.repeated)} of this page came before, so the pages may skip others.`,
    },
  ];
};

/** A known total above what was shown, on a page that follows others. */
export const walkUnfinished: Rule = (facts) => {
  const { walk, total } = facts.context;
  if (walk === null || walk.index === 0 || total === null || total.value <= walk.shown || facts.saysNoMore !== null)
    return [];
  return [
    flagged(
      'walk_unfinished',
      [total.at, { path: 'distinct rows', value: walk.shown }],
      `${number(walk.shown)} distinct rows were shown so far, of ${number(total.value)}.`,
    ),
  ];
};

export const FLAGGED: readonly Rule[] = [
  moreDeclared,
  matchedAboveShown,
  partialFailure,
  nestedListCut,
  pagesOverlap,
  walkUnfinished,
];
