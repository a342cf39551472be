import { createHash } from 'node:crypto';

/** Bytes at the beginning of a source that identify it, and bytes before a position that prove it is the same text. */
export const IDENTITY_BYTES = 1024;

const NEWLINE = 0x0a;

function hash(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

/** Identity by content: the length of what was hashed stands in front, so that a file that grew is still found. */
export function fingerprintOf(head: Buffer, length: number): string {
  return `${hash(head.subarray(0, length))}-${length}`;
}

/**
 * The fingerprint for a log seen for the first time; null while there is nothing whole to identify it by.
 * `final`: the source will not grow, so that what is there is whole.
 */
export function freshFingerprint(head: Buffer, final: boolean): string | null {
  if (head.length >= IDENTITY_BYTES) return fingerprintOf(head, IDENTITY_BYTES);
  const length = final ? head.length : head.lastIndexOf(NEWLINE) + 1;
  return length === 0 ? null : fingerprintOf(head, length);
}

/** The same for a document: its end changes with every addition, so its first half at most identifies it. */
export function documentFingerprint(head: Buffer): string {
  const length = HALVES.findLast((half) => half * 2 <= head.length) ?? head.length;
  return fingerprintOf(head, length);
}

const HALVES = [16, 32, 64, 128, 256, 512, IDENTITY_BYTES];

/** Every fingerprint that this source may have got earlier, when it was shorter: longest first. */
export function candidateFingerprints(head: Buffer): string[] {
  const first = head.subarray(0, IDENTITY_BYTES);
  const lengths = new Set([first.length, ...HALVES.filter((half) => half <= first.length)]);
  for (let at = first.indexOf(NEWLINE); at >= 0; at = first.indexOf(NEWLINE, at + 1)) {
    lengths.add(at + 1);
    if (at > 0) lengths.add(at);
  }
  return [...lengths].sort((a, b) => b - a).map((length) => fingerprintOf(head, length));
}

/** A second source with the same beginning (a copy that went its own way) is told apart by its path. */
export function besides(fingerprint: string, path: string): string {
  return `${fingerprint}@${hash(path).slice(0, 12)}`;
}

/** Hash of the bytes before a position: proof that what was read is still there. */
export function tailHash(before: Buffer): string {
  return hash(before);
}
