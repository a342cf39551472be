import { createReadStream, statSync } from 'node:fs';
import { filesBelow } from '@/ingest/sources/folder';
import { CommandError, EXIT, inWords } from './errors';

/** One thing to read, and whether the user named it (then it must be readable) or a folder holds it. */
export interface Input {
  /** `-` is stdin. */
  path: string;
  named: boolean;
}

/** The files that paths stand for: folders are walked, `-` is stdin. A path that cannot be read is an error (exit 3). */
export function* inputsOf(paths: readonly string[]): Generator<Input, void, undefined> {
  for (const path of paths) {
    if (path === '-') yield { path, named: true };
    else if (kindOf(path) === 'folder') for (const file of filesIn(path)) yield { path: file, named: false };
    else yield { path, named: true };
  }
}

/** Whether a path is a file or a folder; anything else is an error (exit 3). */
export function kindOf(path: string): 'file' | 'folder' {
  let stat: ReturnType<typeof statSync>;
  try {
    stat = statSync(path);
  } catch (error) {
    throw new CommandError(`cannot read ${path}: ${inWords(error)}`, EXIT.io);
  }
  if (stat?.isDirectory()) return 'folder';
  if (stat?.isFile() || stat?.isFIFO() || stat?.isCharacterDevice()) return 'file';
  throw new CommandError(`cannot read ${path}: it is neither a file nor a folder`, EXIT.io);
}

function* filesIn(folder: string): Generator<string, void, undefined> {
  try {
    yield* filesBelow(folder);
  } catch (error) {
    throw new CommandError(`cannot read the folder ${folder}: ${inWords(error)}`, EXIT.io);
  }
}

/** Where an input is read from: a file by its path; what can be read once only (stdin, a pipe) as a stream. */
export function sourceOf({ path }: Input): AsyncIterable<Buffer> | string {
  if (path === '-') return process.stdin;
  return statSync(path).isFile() ? path : createReadStream(path, { highWaterMark: 1024 * 1024 });
}
