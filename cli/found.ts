import { type FoundLogs, type FoundProgram, sourcesChosen, sumOfFolders } from '@/db/questions/sources-found';
import { StoreError } from '@/db/store-error';
import { storeOf } from '@/db/stores';
import { lookForLogs } from '@/ingest/found-logs';
import { LOG_PLACES } from '@/ingest/found-logs-table';
import { agoText, bytes } from '@/lib/format';
import { CommandError, EXIT } from './errors';
import { counted, plain } from './output';

/** The ids that `--found` names; those that are there where it names none. Throws (exit 2) for an unknown one. */
export async function askedFor(found: readonly string[] | true | undefined): Promise<string[]> {
  if (found === undefined) return [];
  if (found === true) return (await lookForLogs(new Set())).programs.map(({ id }) => id);
  const known = LOG_PLACES.map(({ id }) => id);
  for (const id of found)
    if (!known.includes(id))
      throw new CommandError(
        `--found ${plain(id)}: not a program that is known; known are ${known.join(', ')}`,
        EXIT.usage,
      );
  return [...found];
}

/** Whether only this machine reaches an address that the server listens on. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** The ids that were chosen in an earlier run, from its store. */
export async function chosenBefore(folder: string): Promise<ReadonlySet<string>> {
  try {
    return await sourcesChosen(storeOf('own', folder));
  } catch (error) {
    if (error instanceof StoreError) return new Set();
    throw error;
  }
}

/** What to say at the start about logs on this machine: nothing where there are none. `offer`: also what is not followed. */
export async function foundWords(url: string, chosen: ReadonlySet<string>, offer: boolean): Promise<string[]> {
  const found = await lookForLogs(chosen);
  const followed = found.programs.filter((program) => program.chosen);
  const offered = found.programs.filter((program) => offer && !program.chosen);
  const lines: string[] = [];
  if (followed.length > 0)
    lines.push(`Following agent logs, as chosen: ${followed.map(({ name }) => name).join(', ')}.`);
  if (offered.length > 0)
    lines.push(
      `Found agent logs: ${offered.map((program) => programWords(program, found)).join('; ')}. Nothing of it was read.`,
      `To read them: choose on ${url}/sources, or run capwatch start --found`,
    );
  return lines;
}

/** "Claude Code (~/.claude/projects: 42 files, 18 MB, last used today)". */
export function programWords(program: FoundProgram, { home }: Pick<FoundLogs, 'home'>): string {
  const { files, bytes: size, usedAt, whole } = sumOfFolders(program);
  const paths = program.folders.map(({ path }) => plain(path.startsWith(home) ? `~${path.slice(home.length)}` : path));
  const used = usedAt === null ? '' : `, last used ${agoText(usedAt, Date.now())}`;
  const bound = whole ? '' : 'at least ';
  return `${program.name} (${paths.join(', ')}: ${bound}${counted(files, 'file')}, ${bytes(size)}${used})`;
}
