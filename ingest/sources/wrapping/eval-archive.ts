import type { ZipFile } from 'yauzl';
import type { JsonValue } from '@/lib/json/types';
import { idField, objectField, wholeValue } from '../../formats/fields';
import type { Bytes } from './bytes';
import { type Piece, Unreadable, type Wrapping } from './types';
import { bytesOfEntry, entriesOf, openZip, TOTAL_LIMIT, troubleWith, type ZipEntry } from './zip-entries';

/**
 * Inspect AI's `.eval` archive as lines: first what its header says of the run, then each entry in the order of the
 * directory. A run in progress adds samples at the end and its header last, so the lines before stay as they are.
 */
export const evalArchive: Wrapping = {
  id: 'zip',
  fits: (head) =>
    head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6)),
  open,
};

const HEADERS = ['header.json', '_journal/start.json'];

async function* open(packed: Bytes): AsyncGenerator<Piece, void, undefined> {
  const zip = await openZip(packed);
  try {
    const entries = await entriesOf(zip);
    if (!entries.some(({ name }) => HEADERS.includes(name) || isSample(name)))
      throw new Unreadable(
        'it is a zip archive, but no evaluation log of Inspect AI (.eval): it holds no header.json and no samples/*.json; unpack it and name the logs in it',
      );
    yield line(JSON.stringify({ eval: await headerOf(zip, entries), inspect_archive: true }));
    let total = 0;
    for (const entry of entries) {
      total += entry.entry.uncompressedSize;
      if (total > TOTAL_LIMIT) throw new Unreadable(`the archive unpacks to more than ${TOTAL_LIMIT / 1024 ** 3} GiB`);
      yield* isSample(entry.name) ? sample(zip, entry) : [line(about(entry, null))];
    }
  } finally {
    zip.close();
  }
}

function isSample(name: string): boolean {
  return /^samples\/[^/]+\.json$/.test(name);
}

async function* sample(zip: ZipFile, entry: ZipEntry): AsyncGenerator<Piece, void, undefined> {
  const trouble = troubleWith(entry);
  if (trouble) return yield line(about(entry, trouble));
  try {
    const bytes = await bytesOfEntry(zip, entry);
    yield { bytes: inOneLine(bytes) };
    yield line('');
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    yield line(about(entry, error.reason));
  }
}

/** What is told of an entry in place of its content. */
function about({ name }: ZipEntry, trouble: string | null): string {
  return JSON.stringify({ inspect_entry: name.slice(0, 200), trouble });
}

function line(text: string): Piece {
  return { bytes: Buffer.from(`${text}\n`) };
}

/** Line ends stand between the parts of a JSON text only, never inside one: the text keeps its meaning and its length. */
function inOneLine(bytes: Buffer): Buffer {
  for (const end of [0x0a, 0x0d])
    for (let at = bytes.indexOf(end); at >= 0; at = bytes.indexOf(end, at + 1)) bytes[at] = 0x20;
  return bytes;
}

/** What names a run; written first and last, and the same in both places. */
const NAMES = ['run_id', 'eval_id', 'task_id', 'task', 'task_version', 'model', 'created'];

async function headerOf(zip: ZipFile, entries: readonly ZipEntry[]): Promise<JsonValue> {
  for (const name of HEADERS) {
    const entry = entries.findLast((one) => one.name === name);
    if (!entry || troubleWith(entry)) continue;
    const spec = specOf(await headerBytes(zip, entry));
    if (spec) return spec;
  }
  return {};
}

/** A damaged header costs the names of the run, not its samples. */
async function headerBytes(zip: ZipFile, entry: ZipEntry): Promise<Buffer> {
  try {
    return await bytesOfEntry(zip, entry);
  } catch (error) {
    if (error instanceof Unreadable) return Buffer.alloc(0);
    throw error;
  }
}

function specOf(bytes: Buffer): JsonValue | null {
  const text = bytes.toString('utf8');
  const node = wholeValue(text);
  const spec = node?.kind === 'object' ? objectField({ text, node }, 'eval') : null;
  if (!spec) return null;
  const named = NAMES.map((name) => [name, idField(spec, name)]);
  return Object.fromEntries(named.filter(([, value]) => value !== null));
}
