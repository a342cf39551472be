import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Folders that hold programs, caches and versions, never logs. */
const IGNORED_FOLDERS = new Set(['node_modules', '.git', '.hg', '.svn', '__pycache__', '.venv', '.cache', '.next']);

/** Endings of files that are no text; anything else is looked at and recognised by content. */
const IGNORED_ENDINGS = new Set(
  '.png .jpg .jpeg .gif .webp .ico .svg .pdf .mp4 .mov .mp3 .wav .woff .woff2 .ttf .zip .tar .tgz .bz2 .xz .7z .exe .dll .so .dylib .o .a .class .jar .wasm .node .pyc .db-wal .db-shm .lock'.split(
    ' ',
  ),
);

/** Whether a path inside a folder is worth looking at; the content decides later. */
export function isIgnored(name: string, isFolder: boolean): boolean {
  return isFolder
    ? IGNORED_FOLDERS.has(name)
    : name === '.DS_Store' || IGNORED_ENDINGS.has(extname(name).toLowerCase());
}

/** Every file below a folder that may be a log, in the order of their names. Links to folders are not followed. */
export function* filesBelow(folder: string): Generator<string, void, undefined> {
  const found = readdirSync(folder, { withFileTypes: true });
  for (const entry of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (isIgnored(entry.name, entry.isDirectory())) continue;
    if (entry.isDirectory()) yield* belowReadable(path);
    else if (entry.isFile() || (entry.isSymbolicLink() && isFile(path))) yield path;
  }
}

/** A folder inside that may not be read does not stop the rest. */
function* belowReadable(folder: string): Generator<string, void, undefined> {
  try {
    yield* filesBelow(folder);
  } catch (error) {
    if (!isDenied(error)) throw error;
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'ENOENT'].includes(String(error.code));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
