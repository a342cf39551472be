import type { Outcome } from './open-calls';

/** Who talks, and where: what a log says once and means for all that follows. */
export interface Setting {
  session: string;
  account: string | null;
  /** The project folder, where the log states it. */
  folder?: string | null;
  agent: string | null;
  model: string | null;
  version: string | null;
}

/** A call as a log states it. `key` is what its result will name; null when the log gives none. */
export interface Asked {
  key: string | null;
  tool: string | null;
  args: string | null;
  ts: number | null;
  /** Where in the unit it stands, for ids that have to be derived. */
  at: number;
  session?: string | undefined;
  agent?: string | null | undefined;
  model?: string | null | undefined;
}

export interface Returned {
  key: string | null;
  outcome: Outcome;
  ts: number | null;
  at: number;
  /** The tool, where the result names it: used when the call itself is not in the log. */
  tool?: string | null | undefined;
  session?: string | undefined;
}

export interface Said {
  id: string | null;
  text: string;
  ts: number | null;
  at: number;
  session?: string | undefined;
}
