import type { Evidence } from '../../contract/types';
import type { Facts } from '../facts';
import { hinted } from './silent';
import { number, type Rule, rows, type Weighed } from './types';

const unknown = (kind: string, evidence: Evidence[], says: string): Weighed => ({
  weight: 'unknown',
  kind,
  evidence,
  says,
});

/** Something settles what an empty or short page means. */
function settled(facts: Facts): boolean {
  const zero = facts.total?.value === 0 && facts.before === 0;
  return facts.noMore !== null || facts.saysMore !== null || zero || facts.context.total !== null;
}

/** An empty page that does not follow the last row known. */
export const pastTheEnd: Rule = (facts) => {
  if (facts.present > 0 || facts.before === 0 || facts.context.walk?.ends) return [];
  const at = facts.before === null ? 'a later page' : `offset ${number(facts.before)}`;
  return [
    unknown(
      'past_the_end',
      [{ path: 'offset', value: facts.before }],
      `The page at ${at} is empty, which says nothing about the rows before it.`,
    ),
  ];
};

/** Nothing came, and nothing says that nothing is there. */
export const bareZero: Rule = (facts) => {
  if (
    facts.present > 0 ||
    facts.before !== 0 ||
    settled(facts) ||
    facts.reading.traits?.zero ||
    facts.reading.census !== null
  )
    return [];
  return [
    unknown(
      'bare_zero',
      [{ path: facts.reading.rowsPath ?? 'result', value: 0 }],
      'Nothing came back, and nothing says that nothing is there.',
    ),
  ];
};

/** The tool is known to lose rows before it counts them. */
export const hazard: Rule = (facts) => {
  const words = facts.reading.traits?.hazard ?? null;
  if (words === null || settled(facts)) return [];
  return [
    unknown(
      'hazard',
      [{ path: facts.reading.traits?.hazardAt ?? `dialect ${facts.reading.dialect}`, value: words }],
      `${rows(facts.present)} came back, which proves nothing here: ${words}.`,
    ),
  ];
};

/** More rows than were asked for: the limit that applied is not the one asked. */
export const argumentIgnored: Rule = (facts) => {
  const { limit } = facts.context;
  if (
    limit === null ||
    limit.source !== 'argument' ||
    facts.present <= limit.value ||
    settled(facts) ||
    facts.total !== null
  )
    return [];
  return [
    unknown(
      'argument_ignored',
      [limit.at, { path: facts.reading.rowsPath ?? 'result', value: facts.present }],
      `${number(limit.value)} were asked for and ${number(facts.present)} came: some other limit applied.`,
    ),
  ];
};

/** As many rows as a limit allows that is only remembered of this tool. */
export const hintedLimit: Rule = (facts) => {
  const { limit } = facts.context;
  if (limit === null || !facts.full || !hinted(facts) || settled(facts) || facts.total !== null) return [];
  return [
    unknown(
      'hinted_limit',
      [limit.at, { path: facts.reading.rowsPath ?? 'result', value: facts.present }],
      `${rows(facts.present)} came back, as many as the limit that is remembered of this tool, which nobody has checked.`,
    ),
  ];
};

/** Output of several commands, one of them limited. */
export const mixedOutput: Rule = (facts) =>
  facts.reading.mixed && facts.saysMore === null
    ? [
        unknown(
          'mixed_output',
          [{ path: 'args.command', value: facts.present }],
          'Several commands share this output and one of them was limited.',
        ),
      ]
    : [];

/** Sizes that people choose for pages. A list of exactly this many rows that declares nothing is a page as likely as a whole. */
const USUAL = new Set([50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000]);

/** Exactly as many rows as a usual page, no limit known, nothing declared. */
export const usualPageSize: Rule = (facts) => {
  const { shape, matched } = facts.reading;
  if (
    shape !== 'list' ||
    facts.context.limit !== null ||
    !USUAL.has(facts.present) ||
    settled(facts) ||
    matched !== null ||
    facts.context.walk !== null
  )
    return [];
  return [
    unknown(
      'usual_page_size',
      [{ path: facts.reading.rowsPath ?? 'result', value: facts.present }],
      `Exactly ${rows(facts.present)}, a usual page size, and nothing says what the limit is or whether that was all.`,
    ),
  ];
};

export const UNKNOWN: readonly Rule[] = [
  usualPageSize,
  pastTheEnd,
  bareZero,
  hazard,
  argumentIgnored,
  hintedLimit,
  mixedOutput,
];
