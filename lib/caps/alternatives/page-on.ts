/** A walk that was read to its end; tokens and seconds are of the pages after the first, null where the log does not hold them. */
export interface Walk {
  pages: number;
  recovered: number;
  tokens: number | null;
  seconds: number | null;
}

export interface PagingOn {
  /** Finished walks looked at, and the capped calls that they made good. */
  walks: number;
  recovered: number;
  /** Per recovered call; null where no walk says it. */
  turns: number | null;
  tokens: number | null;
  seconds: number | null;
  /** Capped calls left: how many have a known set size, and the further pages that these would need. */
  known: number;
  left: number;
  furtherPages: number;
}

/** What finished walks cost, and how many pages the capped calls left would need: ceil(S ÷ cap) less the one at hand. Pure. */
export function pagingOn(
  walks: readonly Walk[],
  sizes: readonly { size: number; cap: number; calls: number }[],
  left: number,
): PagingOn {
  const per = (pick: (walk: Walk) => number | null): number | null => {
    const told = walks.filter((walk) => pick(walk) !== null);
    const recovered = told.reduce((n, walk) => n + walk.recovered, 0);
    return recovered === 0 ? null : told.reduce((n, walk) => n + (pick(walk) ?? 0), 0) / recovered;
  };
  return {
    walks: walks.length,
    recovered: walks.reduce((n, walk) => n + walk.recovered, 0),
    turns: per((walk) => walk.pages - 1),
    tokens: per((walk) => walk.tokens),
    seconds: per((walk) => walk.seconds),
    known: sizes.reduce((n, { calls }) => n + calls, 0),
    left,
    furtherPages: sizes.reduce((n, { size, cap, calls }) => n + calls * Math.max(0, Math.ceil(size / cap) - 1), 0),
  };
}
