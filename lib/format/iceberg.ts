import type { Known } from '../stats/types';
import { knownLow, knownText, knownWords } from './known';
import { count, plural } from './number';

/** Where things stand along an iceberg bar, as shares of its length (0–1). */
export interface IcebergLayout {
  seen: number;
  /** End of the hatched run; equals `seen` when nothing is hatched. */
  unseen: number;
  /** The run fades out after `unseen`: more is possible, or the size is unknown. */
  fades: boolean;
  limit: number | null;
  claimed: number | null;
  logarithmic: boolean;
  max: number;
}

export interface IcebergFacts {
  seen: number | null;
  unseen: Known;
  limit?: number | null;
  claimed?: number | null;
  /** A common scale for a table: the largest matched count of its rows. */
  max?: number | null;
}

const LINEAR_TO = 100;

/** Rows on a common scale: linear up to 100 rows, logarithmic beyond (the first 100 then take half of the bar). */
export function icebergLayout(facts: IcebergFacts): IcebergLayout {
  const seen = facts.seen ?? 0;
  const low = knownLow(facts.unseen);
  const high = facts.unseen.kind === 'interval' ? facts.unseen.high : low;
  const reach = Math.max(seen + (high ?? 0), facts.limit ?? 0, facts.claimed ?? 0, facts.max ?? 0, 1);
  const fades = facts.unseen.kind !== 'exact';
  const max = fades && !facts.max ? reach * (reach > LINEAR_TO ? 2 : 1.35) : reach;
  const logarithmic = max > LINEAR_TO;
  const at = (rows: number) => {
    if (!logarithmic) return Math.min(1, rows / max);
    if (rows <= LINEAR_TO) return (rows / LINEAR_TO) * 0.5;
    return Math.min(1, 0.5 + 0.5 * (Math.log(rows / LINEAR_TO) / Math.log(max / LINEAR_TO)));
  };
  return {
    seen: at(seen),
    unseen: at(seen + (low ?? 0)),
    fades,
    limit: facts.limit == null ? null : at(facts.limit),
    claimed: facts.claimed == null ? null : at(facts.claimed),
    logarithmic,
    max,
  };
}

/** The bar in words: "25 rows seen; 71 not seen; limit 25; the result claims 96." */
export function icebergWords(facts: IcebergFacts): string {
  const parts = [facts.seen === null ? 'rows seen: unknown' : `${plural(facts.seen, 'row')} seen`];
  if (facts.unseen.kind === 'unknown') parts.push('how many were not seen is unknown');
  else if (facts.unseen.kind === 'exact') parts.push(`${knownText(facts.unseen)} not seen`);
  else parts.push(`${knownWords(facts.unseen)} not seen`);
  if (facts.limit != null) parts.push(`limit ${count(facts.limit)}`);
  if (facts.claimed != null) parts.push(`the result claims ${count(facts.claimed)}`);
  return `${parts.join('; ')}.`;
}
