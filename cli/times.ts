import { CommandError, EXIT } from './errors';

const DAY = 86_400_000;

/** Epoch ms of a UTC time on the command line; exit 2 where it is none. */
export function timeOption(text: string): number {
  const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text}Z` : text;
  const ms = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(zoned) : Number.NaN;
  if (Number.isFinite(ms)) return ms;
  throw new CommandError(`"${text}" is not a time; write it as 2026-03-13 or 2026-03-13T17:20:00Z`, EXIT.usage);
}

/** The same for an end: a day counts as a whole. */
export function endOption(text: string): number {
  return timeOption(text) + (/^\d{4}-\d\d-\d\d$/.test(text) ? DAY : 0);
}
