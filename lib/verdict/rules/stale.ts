import { plain } from '@/lib/contract/words';
import type { Evidence } from '../../contract/types';
import type { Facts } from '../facts';
import { number, type Rule, rows, type Weighed } from './types';

const stale = (kind: string, evidence: Evidence[], says: string): Weighed => ({
  weight: 'stale',
  kind,
  evidence,
  says,
});

const presentAt = (facts: Facts): Evidence => ({ path: facts.reading.rowsPath ?? 'result', value: facts.present });

/** A declared count of what was returned is not what the model received. Withheld rows, properly declared, are no lie. */
export const returnedDiffers: Rule = (facts) => {
  const { returned, matched, withheld, unit, rowsPath } = facts.reading;
  if (returned === null || rowsPath === null || returned.value === facts.present) return [];
  if (countsOther(returned.at.path, unit)) return [];
  if (withheld !== null && typeof withheld.value === 'number' && returned.value === facts.present + withheld.value)
    return [];
  const tail = matched === null ? '' : `; ${number(matched.value)} matched`;
  return [
    stale(
      'returned_differs',
      [returned.at, presentAt(facts)],
      `The model received ${rows(facts.present)}; the result says ${number(returned.value)}${tail}.`,
    ),
  ];
};

/** Counters that name their unit count it: `numFiles` says nothing about matches. */
function countsOther(path: string, unit: string | null): boolean {
  const key = plain(path.split('.').at(-1) ?? '');
  const named = /^(?:num(?:ber)?)?(file|line|match|key|record|item|element)(?:e?s)?(?:count|returned)?$/.exec(key)?.[1];
  return named !== undefined && named !== 'record' && named !== 'item' && named !== 'element' && named !== unit;
}

/** A total of matches is below the rows that are here. */
export const matchedBelowPresent: Rule = (facts) => {
  const { matched } = facts.reading;
  if (matched === null || matched.relation !== 'exact' || facts.before === null || facts.context.moved !== null)
    return [];
  const least = facts.present === 0 ? 0 : facts.before + facts.present;
  if (matched.value >= least) return [];
  return [
    stale(
      'matched_below_present',
      [matched.at, presentAt(facts)],
      `The result says that ${number(matched.value)} matched, yet ${rows(least)} ${least === 1 ? 'is' : 'are'} known.`,
    ),
  ];
};

/** JSON or text that stops in the middle of a value. */
export const cutMidway: Rule = ({ reading, present }) => {
  if (reading.cut === null || reading.cut.how === 'line') return [];
  const declared = reading.returned ?? reading.matched;
  const against = declared === null ? '' : `; the result says ${number(declared.value)}`;
  return [
    stale(
      'cut_midway',
      [reading.cut.evidence, ...(declared === null ? [] : [declared.at])],
      `The ${reading.cut.how === 'json' ? 'JSON' : 'text'} stops in the middle, after ${rows(present)}${against}.`,
    ),
  ];
};

/** Rows were removed between the tool and the model, while the contract still speaks of the tool's rows. */
export const removedBetweenViews: Rule = (facts) => {
  const { otherView, returned } = facts.reading;
  if (otherView === null || otherView.present === null || otherView.present <= facts.present) return [];
  const evidence = [
    { path: 'result (the tool)', value: otherView.present },
    { path: 'sent (the model)', value: facts.present },
  ];
  const claims = returned !== null && returned.value >= otherView.present;
  const ends = facts.saysNoMore !== null;
  if (!claims && !ends) return [];
  return [
    stale(
      'removed_between_views',
      evidence,
      `The tool returned ${rows(otherView.present)} and the model was sent ${number(facts.present)}: ${number(otherView.present - facts.present)} were removed ${otherView.stage}, and the contract was left as it was.`,
    ),
  ];
};

/** "That was all", while a later page, another call or a census shows more. */
export const endContradicted: Rule = (facts) => {
  const { context, saysNoMore, shown } = facts;
  if (saysNoMore === null) return [];
  const total = context.total;
  if (total !== null && total.value > shown && facts.before !== null)
    return [
      stale(
        'end_contradicted',
        [saysNoMore, total.at],
        `The result says that there is no more after ${rows(shown)}, yet the set has ${number(total.value)}.`,
      ),
    ];
  const walk = context.walk;
  // A file that grew between two reads says nothing about the end of the first.
  if (
    walk !== null &&
    facts.reading.unit !== 'line' &&
    walk.all > walk.shown &&
    facts.before !== null &&
    walk.index < walk.pages - 1
  )
    return [
      stale(
        'end_contradicted',
        [saysNoMore, { path: 'later pages', value: walk.all }],
        `The result says that there is no more, yet later pages of the same query showed ${number(walk.all - walk.shown)} further rows.`,
      ),
    ];
  return [];
};

/** A declared total that a count of the same set contradicts. */
export const totalContradicted: Rule = (facts) => {
  const { matched } = facts.reading;
  const { total } = facts.context;
  if (matched === null || matched.relation !== 'exact' || total === null || total.source !== 'census') return [];
  if (total.value <= matched.value || matched.value > facts.present || facts.full) return [];
  return [
    stale(
      'total_contradicted',
      [matched.at, total.at],
      `The result says that ${number(matched.value)} matched; a count of the same set says ${number(total.value)}.`,
    ),
  ];
};

/** A total that moves when the limit moves is an echo of the limit. */
export const totalMoves: Rule = (facts) => {
  const { moved } = facts.context;
  const claimed = facts.reading.matched ?? facts.reading.returned;
  if (moved === null || claimed === null || moved.short) return [];
  return [
    stale(
      'total_moves',
      [claimed.at, { path: `total of call ${moved.call}`, value: moved.other }],
      `The total is ${number(moved.own)} here and ${number(moved.other)} for the same query under another limit: it counts the page, not the match.`,
    ),
  ];
};

/** The cursor resumes elsewhere than after the last row that is here. */
export const cursorResumesElsewhere: Rule = ({ reading }) => {
  if (reading.resumes === null) return [];
  const { cursor, last } = reading.resumes;
  return [
    stale(
      'cursor_resumes_elsewhere',
      [cursor, last],
      `The cursor resumes after ${String(cursor.value)}, but the last row here is ${String(last.value)}: the next page skips rows.`,
    ),
  ];
};

/** Fields of one payload that cannot all be true. */
export const fieldsContradict: Rule = (facts) => {
  const { matched, withheld } = facts.reading;
  const out: Weighed[] = [];
  const end = facts.saysNoMore;
  if (
    end !== null &&
    facts.reading.more !== null &&
    matched !== null &&
    matched.relation === 'exact' &&
    facts.before === 0 &&
    facts.context.moved === null
  ) {
    const missing = matched.value - facts.present;
    const explained = withheld !== null && (withheld.value === true || withheld.value === missing);
    if (missing > 0 && !explained && facts.context.walk === null)
      out.push(
        stale(
          'fields_contradict',
          [end, matched.at, presentAt(facts)],
          `The result says that there is no more, and that ${number(matched.value)} matched; ${rows(facts.present)} ${facts.present === 1 ? 'is' : 'are'} here.`,
        ),
      );
  }
  const [part] = facts.reading.partial;
  if (part !== undefined && end !== null)
    out.push(
      stale(
        'parts_skipped',
        [part, end],
        `Parts were skipped (${part.path.split('.').at(-1)}: ${String(part.value)}) while the result says that it is whole.`,
      ),
    );
  return out;
};

/** Nothing found by its own words, while another call showed a row that it should have found. */
export const rowElsewhere: Rule = (facts) => {
  const row = facts.context.contradicted;
  if (row === null) return [];
  const declared = facts.reading.matched ?? facts.reading.returned;
  const evidence = declared === null ? [row] : [declared.at, row];
  const says = `Nothing was found here, yet another call of this session showed a row that this search names: "${String(row.value)}".`;
  return [
    {
      ...stale('row_elsewhere', evidence, says),
      weight: declared === null && facts.saysNoMore === null ? 'silent' : 'stale',
    },
  ];
};

export const STALE: readonly Rule[] = [
  rowElsewhere,
  returnedDiffers,
  matchedBelowPresent,
  cutMidway,
  removedBetweenViews,
  endContradicted,
  totalContradicted,
  totalMoves,
  cursorResumesElsewhere,
  fieldsContradict,
];
