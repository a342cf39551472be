import type { Writer } from '@/db/sqlite/open';
import type { OpenSource } from '@/db/sqlite/writer/sources';
import type { JsonValue } from '@/lib/json/types';
import type { Recognised } from '../formats/types';
import { type Content, openContent } from './content';
import { besides, candidateFingerprints, documentFingerprint, freshFingerprint, tailHash } from './identity';

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
  /** `stampOf` the file when all of it was read and it had rested; null before. */
  stamp: string | null;
  /** The seal of what was read to its end, and why that could not be read further (`Content`). */
  seal: string | null;
  damage: string | null;
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

/** The file as it is now. */
export interface Present {
  path: string;
  content: Content;
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
  for (const fingerprint of candidateFingerprints(file.content.head)) {
    for (const id of [besides(fingerprint, file.path), fingerprint]) {
      const known = writer.sources.find(id);
      const state = known && stateOf(known);
      if (!known) continue;
      // Named in the store and never read: the program was ended in between.
      if (!state) return { fingerprint: id, known, position: 0, state: null, print: id, restarts: 0 };
      const { print, restarts } = state;
      const found = { fingerprint: id, known, position: known.position, state, print, restarts };
      const intact = await isIntact(file.content, known.position, state);
      if (intact && (state.path === file.path || !(await isStillAt(state, known.position)))) return found;
      if (state.path === file.path) return restarted(found);
      if (intact) original ??= { ...found, fingerprint: besides(fingerprint, file.path), known: null };
    }
  }
  return original;
}

/** How a file that was never read begins; null while nothing whole is there. */
export function begin(writer: Writer, file: Present, unit: Recognised['unit'], final: boolean): Resume | null {
  const fresh =
    unit === 'document' ? documentFingerprint(file.content.head) : freshFingerprint(file.content.head, final);
  if (fresh === null) return null;
  const fingerprint = writer.sources.find(fresh) === null ? fresh : besides(fresh, file.path);
  return { fingerprint, known: null, position: 0, state: null, print: fingerprint, restarts: 0 };
}

/** Whether the text is still found under its old name: then another file that holds it is a copy, else it was renamed. */
async function isStillAt(state: FileState, position: number): Promise<boolean> {
  let content: Content;
  try {
    content = await openContent(state.path);
  } catch {
    return false;
  }
  try {
    if (state.unit === 'document' && content.size !== null) return content.size === position;
    return await isIntact(content, position, state);
  } finally {
    await content.close();
  }
}

/** What stands at an offset now is another text: ids derived from offsets must differ, unless the document only changed. */
function restarted(found: Resume & { state: FileState }): Resume {
  const restarts = found.restarts + 1;
  const base = found.print.split('#')[0] ?? found.print;
  const print = found.state.unit === 'document' ? found.print : `${base}#${restarts}`;
  return { ...found, position: 0, state: null, print, restarts };
}

async function isIntact(content: Content, position: number, state: FileState): Promise<boolean> {
  if (content.seal !== null && content.seal === state.seal) return true;
  if (content.size !== null && content.size < position) return false;
  const isDocument = state.unit === 'document';
  if (isDocument && content.size !== null && content.size !== position) return false;
  const bytes = isDocument ? await content.whole() : await content.before(position);
  if (bytes === null || (isDocument && bytes.length !== position)) return false;
  return tailHash(bytes) === state.tail;
}
