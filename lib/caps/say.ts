import { knownText, medianKnown } from '../format/known';
import { count, share } from '../format/number';
import { boundsKnown } from './known';
import type { Bounds, Candidate } from './types';

/** `160`, `≥ 160`, `71–140`; where it is a range, with the assumed end beside it: `160–400 (assumed 210)`. */
export function boundsText(bounds: Bounds, write: (n: number) => string = count): string {
  const text = knownText(boundsKnown(bounds), write);
  return bounds.low === bounds.high || bounds.assumed === null ? text : `${text} (assumed ${write(bounds.assumed)})`;
}

/** A share that may be below zero: a lower cap removes less than nothing. */
export function signedShare(part: number): string {
  return part < 0 ? `−${share(-part)}` : share(part);
}

/** The median of unseen rows among the calls left; a dash where there are none. */
export function medianText(c: Candidate): string {
  return c.left.high === 0 ? '–' : knownText(medianKnown(c.median));
}

/** Accounts; a lower bound beside calls that name none. */
export function accountsText(c: Candidate): string {
  return boundsText(c.accounts);
}

/** Share of revenue; `unknown` where there is none to divide by. */
export function exposureText(c: Candidate): string {
  return c.exposure.share === null ? 'unknown' : boundsText(c.exposure.share, share);
}
