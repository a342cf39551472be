/** What is known about a tool that no payload states: by its dialect, and by the command that was run. */

import type { Dialect } from '../dialects/schema';
import type { Commands } from '../limits/find';
import type { Traits } from '../types';
import type { Rows } from './types';

export const NO_TRAITS: Traits = {
  hazard: null,
  noMore: null,
  total: null,
  zero: false,
  tolerance: 0,
  hint: false,
  reachable: null,
  room: null,
};

/** The traits that a dialect and a command give; null when there is nothing to know. */
export function traitsOf(dialect: Dialect | null, commands: Commands): Traits | null {
  // SQL filters before it limits, and a listing command that prints nothing has nothing: their zero is one.
  const zero = commands.sql !== null || (commands.shell?.lists === true && commands.shell.loud);
  if (dialect === null) return zero ? { ...NO_TRAITS, zero } : null;
  const hint = dialect.standing === 'memory';
  const inner = commands.shell?.inner ?? null;
  const traits: Traits = {
    hazard: inner === null ? (dialect.hazard ?? null) : `"${inner}" stands before the end of the pipeline`,
    ...(inner === null ? {} : { hazardAt: 'args.command' }),
    ...(dialect.window === undefined || hint ? {} : { window: dialect.window }),
    noMore:
      hint && dialect.noMore !== 'untrusted'
        ? null
        : (dialect.noMore ?? (dialect.absent === 'no_more' ? 'exact' : null)),
    total: dialect.fields?.relation === 'exact' && !hint ? 'exact' : null,
    zero: zero || (!hint && (dialect.zero ?? false)),
    tolerance: dialect.limit?.tolerance ?? 0,
    hint,
    reachable: dialect.fields?.reachable ?? null,
    room: dialect.room ?? null,
  };
  return traits.hazard === null &&
    traits.window === undefined &&
    traits.noMore === null &&
    traits.total === null &&
    !traits.zero &&
    traits.tolerance === 0 &&
    !traits.hint &&
    traits.reachable === null &&
    traits.room === null
    ? null
    : traits;
}

/** An output with blank lines in it that is one or two lines short of its limit: those at its ends may have been trimmed. */
export function endsTrimmed(rows: Rows | null, limit: number): boolean {
  const lines = rows?.lines ?? null;
  if (lines === null || lines.length < Math.max(1, limit - 2) || lines.length >= limit) return false;
  return lines.some((line) => line.trim() === '');
}

/** Harnesses trim what a command printed, and so do we. */
export const TRIMMED = {
  hazard:
    'blank lines at the ends of an output are dropped on the way, so that one or two lines short of a limit may be all of it',
  hazardAt: 'args.command',
} as const;
