import { number, type Rule, rows, type Weighed } from './types';

const note = (kind: string, evidence: Weighed['evidence'], says: string): Weighed => ({
  weight: 'note',
  kind,
  evidence,
  says,
});

/** The same rows again: the cursor or offset was ignored. */
export const noProgress: Rule = ({ context }) =>
  context.walk?.same
    ? [
        note(
          'walk_without_progress',
          [{ path: 'rows shown before', value: context.walk.repeated }],
          'This page repeats the one before it: the walk made no progress.',
        ),
      ]
    : [];

/** Rows that the caller may not see, properly declared. */
export const withheldRows: Rule = ({ reading }) => {
  const { withheld } = reading;
  if (withheld === null) return [];
  const count = typeof withheld.value === 'number' ? rows(withheld.value) : 'Some rows';
  return [
    note(
      'withheld',
      [withheld.at],
      `${count} ${withheld.value === 1 ? 'was' : 'were'} withheld, and the result says so.`,
    ),
  ];
};

/** A whole result that carries a contract nobody needs. */
export const contractNoise: Rule = (facts) => {
  const { contractLength, payloadLength } = facts.reading;
  if (
    facts.saysMore !== null ||
    facts.present === 0 ||
    payloadLength === 0 ||
    contractLength < 120 ||
    contractLength / payloadLength < 0.1
  )
    return [];
  const share = Math.round((100 * contractLength) / payloadLength);
  return [
    note(
      'contract_noise',
      [
        { path: 'contract', value: contractLength },
        { path: 'payload', value: payloadLength },
      ],
      `${share} % of this payload is contract (${number(contractLength)} of ${number(payloadLength)} characters).`,
    ),
  ];
};

/** More matched than can ever be fetched. */
export const outOfReach: Rule = ({ reading }) => {
  const reachable = reading.traits?.reachable ?? null;
  const { matched } = reading;
  if (reachable === null || matched === null || matched.relation === 'estimate' || matched.value <= reachable)
    return [];
  return [
    note(
      'out_of_reach',
      [matched.at, { path: `dialect ${reading.dialect}`, value: reachable }],
      `Only the first ${number(reachable)} of ${number(matched.value)} can be fetched; the rest needs a narrower query.`,
    ),
  ];
};

export const NOTES: readonly Rule[] = [outOfReach, noProgress, withheldRows, contractNoise];
