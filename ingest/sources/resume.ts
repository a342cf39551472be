import { type FileHandle, open } from 'node:fs/promises';
import type { Writer } from '@/db/sqlite/open';
import type { OpenSource } from '@/db/sqlite/writer/sources';
import type { JsonValue } from '@/lib/json/types';
import type { Recognised } from '../formats/types';
import {
  besides,
  candidateFingerprints,
  documentFingerprint,
  freshFingerprint,
  IDENTITY_BYTES,
  tailHash,
} from './identity';

/** What is stored with a file's position, beside the state of its reader. */
export interface FileState {
  path: string;
  /** What derived ids rest on; a copy keeps that of its original. */
  print: string;
  format: string;
  unit: Recognised['unit'];
  /** Hash of the bytes before the position (of a document: of all of it). */
  tail: string;
  /** How often the file was found shortened or rewritten, and read again from its start. */
  restarts: number;
  units: JsonValue;
}

/** Where to go on in a file. `state` is null when it is read from its start. */
export interface Resume {
  fingerprint: string;
  /** Null when the store does not know this file yet. */
  known: OpenSource | null;
  position: number;
  state: FileState | null;
  print: string;
  restarts: number;
}

/** The file as it is now: its first bytes, its size, and the bytes before a position. */
export interface Present {
  path: string;
  head: Buffer;
  size: number;
  before(position: number): Promise<Buffer>;
  whole(): Promise<Buffer>;
}

export function stateOf(source: OpenSource): FileState | null {
  const { state } = source;
  // The state is our own, written in the transaction that stored the position.
  return state && typeof state === 'object' && !Array.isArray(state) && 'print' in state
    ? (state as unknown as FileState)
    : null;
}

/**
 * Finds where a file was left. The same text under a new name goes on where the old name stopped; a copy beside its
 * original starts where they part; a file that was shortened or rewritten starts again. Null when it was never read.
 */
export async function resume(writer: Writer, file: Present): Promise<Resume | null> {
  let original: Resume | null = null;
  for (const fingerprint of candidateFingerprints(file.head)) {
    for (const id of [besides(fingerprint, file.path), fingerprint]) {
      const known = writer.sources.find(id);
      const state = known && stateOf(known);
      if (!known) continue;
      // Named in the store and never read: the program was ended in between.
      if (!state) return { fingerprint: id, known, position: 0, state: null, print: id, restarts: 0 };
      const { print, restarts } = state;
      const found = { fingerprint: id, known, position: known.position, state, print, restarts };
      const intact = await isIntact(file, known.position, state);
      if (intact && (state.path === file.path || !(await isStillAt(state, known.position)))) return found;
      if (state.path === file.path) return restarted(found);
      if (intact) original ??= { ...found, fingerprint: besides(fingerprint, file.path), known: null };
    }
  }
  return original;
}

/** How a file that was never read begins; null while nothing whole is there. */
export function begin(writer: Writer, file: Present, unit: Recognised['unit'], final: boolean): Resume | null {
  const fresh = unit === 'document' ? documentFingerprint(file.head) : freshFingerprint(file.head, final);
  if (fresh === null) return null;
  const fingerprint = writer.sources.find(fresh) === null ? fresh : besides(fresh, file.path);
  return { fingerprint, known: null, position: 0, state: null, print: fingerprint, restarts: 0 };
}

/** Whether the text is still found under its old name: then another file that holds it is a copy, else it was renamed. */
async function isStillAt(state: FileState, position: number): Promise<boolean> {
  let handle: FileHandle;
  try {
    handle = await open(state.path, 'r');
  } catch {
    return false;
  }
  try {
    const { size } = await handle.stat();
    if (state.unit === 'document') return size === position;
    return size >= position && tailHash(await bytesBefore(handle, position)) === state.tail;
  } finally {
    await handle.close();
  }
}

/** What stands at an offset now is another text: ids derived from offsets must differ, unless the document only changed. */
function restarted(found: Resume & { state: FileState }): Resume {
  const restarts = found.restarts + 1;
  const base = found.print.split('#')[0] ?? found.print;
  const print = found.state.unit === 'document' ? found.print : `${base}#${restarts}`;
  return { ...found, position: 0, state: null, print, restarts };
}

async function isIntact(file: Present, position: number, state: FileState): Promise<boolean> {
  if (state.unit === 'document') return file.size === position && tailHash(await file.whole()) === state.tail;
  if (file.size < position) return false;
  return tailHash(await file.before(position)) === state.tail;
}

/** The bytes that prove a position: up to `IDENTITY_BYTES` before it. */
export async function bytesBefore(handle: FileHandle, position: number): Promise<Buffer> {
  const length = Math.min(IDENTITY_BYTES, position);
  return readAt(handle, position - length, length);
}

/** Reads up to `length` bytes at a position; fewer at the end of the file. */
export async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
