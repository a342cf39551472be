/** What a call did not show: matched − rows shown, with the source of the figure. Never more than the evidence holds. */

import type { Facts } from './facts';
import type { Unseen, Verdict } from './types';

const NONE: Unseen = { kind: 'none', rows: 0, source: null };
const UNKNOWN: Unseen = { kind: 'unknown', rows: null, source: null };

/** Unseen rows of a call under its verdict. */
export function unseenOf(facts: Facts, verdict: Verdict): Unseen {
  if (verdict === 'complete' || verdict === 'not_a_list') return NONE;
  if (verdict === 'refused' || verdict === 'error' || verdict === 'unreadable') return UNKNOWN;
  if (facts.reading.census !== null && facts.reading.present === null) return UNKNOWN;
  return exact(facts) ?? atLeast(facts) ?? UNKNOWN;
}

function exact(facts: Facts): Unseen | null {
  const { context, shown, reading, total } = facts;
  if (context.contradicted !== null) return null;
  // A set that was walked to its end, or counted, settles it whatever the page says.
  if (context.total !== null) return of(context.total.value - shown, context.total.source);
  if (total !== null) return of(total.value - shown, 'declared');
  const { matched, returned, cut, otherView } = reading;
  if (cut !== null && context.moved === null) {
    const declared = matched?.relation === 'exact' ? matched : returned;
    if (declared !== null && declared.value >= shown) return of(declared.value - shown, 'declared');
  }
  if (otherView?.matched?.relation === 'exact' && otherView.matched.value > shown && matched === null)
    return of(otherView.matched.value - shown, 'declared');
  const missing = reading.markers.find((marker) => marker.says === 'cut' && marker.missing !== undefined)?.missing;
  if (missing !== undefined && matched === null && cut === null) return of(missing, 'declared');
  return null;
}

function of(rows: number, source: Unseen['source']): Unseen | null {
  if (rows < 0) return null;
  return rows === 0 ? NONE : { kind: 'exact', rows, source };
}

function atLeast(facts: Facts): Unseen | null {
  const { context, shown, reading, saysMore, present } = facts;
  const bounds: { rows: number; source: Unseen['source'] }[] = [];
  const { matched, returned, otherView } = reading;
  if (matched?.relation === 'lower_bound' && matched.value > shown)
    bounds.push({ rows: matched.value - shown, source: 'declared' });
  if (context.walk !== null && context.walk.all > shown)
    bounds.push({ rows: context.walk.all - shown, source: 'walk' });
  if (context.larger !== null && (context.moved === null || context.larger.whole) && context.larger.present > shown)
    bounds.push({ rows: context.larger.present - shown, source: 'walk' });
  if (otherView?.present != null && otherView.present > present)
    bounds.push({ rows: otherView.present - present, source: 'declared' });
  if (returned !== null && returned.value > present && reading.cut === null && context.moved === null)
    bounds.push({ rows: returned.value - present, source: 'declared' });
  if (context.contradicted !== null) bounds.push({ rows: 1, source: 'sentinel' });
  if (reading.parents !== null) bounds.push({ rows: reading.parents.value, source: 'sentinel' });
  const text = reading.markers.find((marker) => marker.says === 'text' && marker.missing !== undefined)?.missing;
  if (text !== undefined && text > 0) bounds.push({ rows: text, source: 'declared' });
  const provesOne = saysMore?.strength === 'exact' && context.moved === null && reading.partial.length === 0;
  if (provesOne) bounds.push({ rows: 1, source: 'sentinel' });
  const best = bounds.sort((a, b) => b.rows - a.rows)[0];
  return best === undefined ? null : { kind: 'at_least', ...best };
}
