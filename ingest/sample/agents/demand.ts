/**
 * How many invoices the month's questions span. A spliced distribution: most questions look one invoice up or find a few;
 * of 41,000 searches 4,900 span more than a page, their excess over 25 log-normal with median 71; and 160 of those, asked
 * about the oldest and largest books, span more than 500, their excess over 500 log-normal with median 1,400.
 * Drawn as a systematic sample (one question from each of n equal strata), so shares and medians hold for every seed.
 */

import { normalQuantile, type Random, strata } from '../random';

const SEARCHES = 41_000;
const WIDE = 4_900 / SEARCHES;
const GIANT = 160 / SEARCHES;
const PAGE = 25;
const GIANT_FROM = 500;

const WIDE_MEDIAN = 71;
const GIANT_MEDIAN = 1_400;
const GIANT_SPREAD = 0.75;

/** The spread at which the log-normal of the wide reaches 500 just where the giant begin. */
const WIDE_SPREAD = Math.log((GIANT_FROM - PAGE) / WIDE_MEDIAN) / normalQuantile(1 - GIANT / WIDE);

/** Of the questions that fit on a page: weight of each span from 0 to 25. Most look one invoice up. */
const SMALL = [
  0.18, 0.665, 0.085, 0.032, 0.014, 0.005, 0.004, 0.003, 0.002, 0.0015, 0.0013, 0.001, 0.0008, 0.0007, 0.0006, 0.0006,
  0.0005, 0.0005, 0.0004, 0.0004, 0.0004, 0.0003, 0.0003, 0.0003, 0.0003, 0.0021,
];

/** Invoices spanned by the question at quantile u of all searches. */
export function spanAt(u: number): number {
  if (u < 1 - WIDE) return smallAt(u / (1 - WIDE));
  if (u < 1 - GIANT) {
    const excess = WIDE_MEDIAN * Math.exp(WIDE_SPREAD * normalQuantile((u - (1 - WIDE)) / WIDE));
    return PAGE + Math.min(GIANT_FROM - PAGE, Math.max(1, Math.round(excess)));
  }
  const within = (u - (1 - GIANT)) / GIANT;
  return GIANT_FROM + Math.round(GIANT_MEDIAN * Math.exp(GIANT_SPREAD * normalQuantile(within)));
}

const SMALL_TOTAL = SMALL.reduce((left, right) => left + right, 0);

function smallAt(u: number): number {
  let rest = u * SMALL_TOTAL;
  for (let span = 0; span < SMALL.length; span += 1) {
    rest -= SMALL[span] ?? 0;
    if (rest < 0) return span;
  }
  return PAGE;
}

export interface Demand {
  /** Spans of one page or less. */
  small: number[];
  /** 26 to 500. */
  wide: number[];
  /** Above 500, ascending. */
  giant: number[];
}

/** The month's spans; `small` and `wide` in random order. */
export function drawDemand(random: Random, scale: number): Demand {
  const demand: Demand = { small: [], wide: [], giant: [] };
  for (const u of strata(Math.round(SEARCHES * scale))) {
    const span = spanAt(u);
    (span <= PAGE ? demand.small : span <= GIANT_FROM ? demand.wide : demand.giant).push(span);
  }
  random.shuffle(demand.small);
  random.shuffle(demand.wide);
  return demand;
}
