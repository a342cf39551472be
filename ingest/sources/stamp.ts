import type { Stats } from 'node:fs';

/** A file that changed less than this many ms ago may change again without a new time: some file systems count in 2 s. */
export const RACY = 2_000;

/**
 * What tells a file apart from what it was, without opening it: size, time of change of its text and of its entry, and
 * the entry itself. Equal stamps prove the same text only when both were taken `RACY` ms after the last change.
 */
export function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}

/** Whether a file changed so recently that it may change again and keep its stamp. */
export function isRacy({ mtimeMs, ctimeMs }: Stats, now: number): boolean {
  return now - Math.max(mtimeMs, ctimeMs) < RACY;
}
