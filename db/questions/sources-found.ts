import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Store } from '../store';

/** The meta key under which the worker keeps what it found, and the one for what the person chose. */
export const FOUND_KEY = 'found-logs';
export const CHOSEN_KEY = 'found-logs-chosen';

const folder = z.object({
  path: z.string(),
  files: z.number(),
  /** Sum of the files' sizes, bytes. */
  bytes: z.number(),
  /** When the latest of them was written, epoch ms; null where the folder holds no log. */
  usedAt: z.number().nullable(),
  /** False where the look ended early: files and bytes are then lower bounds. */
  whole: z.boolean(),
});

const program = z.object({
  id: z.string(),
  name: z.string(),
  folders: z.array(folder),
  /** Someone chose to read and follow it. */
  chosen: z.boolean(),
});

export const foundLogs = z.object({
  /** The home folder, so that paths can be shown with `~`. */
  home: z.string(),
  programs: z.array(program),
});

/** Logs of other programs on this machine, known by names, sizes and times only: no content was read. */
export type FoundLogs = z.infer<typeof foundLogs>;
export type FoundProgram = z.infer<typeof program>;
export type FoundFolder = z.infer<typeof folder>;

/** What the worker found last, and when it looked (epoch ms); null where it did not look or may not offer it. */
export async function sourcesFound(store: Store): Promise<(FoundLogs & { at: number }) | null> {
  const row = await store.get<{ value: string; at: number }>(
    sql`select value, at from meta where key = ${FOUND_KEY} and value <> 'null'`,
  );
  if (row === undefined) return null;
  const read = foundLogs.safeParse(JSON.parse(row.value));
  return read.success ? { ...read.data, at: row.at } : null;
}

/** Ids of the found logs that someone chose to follow, also in earlier runs. */
export async function sourcesChosen(store: Store): Promise<Set<string>> {
  const row = await store.get<{ value: string }>(sql`select value from meta where key = ${CHOSEN_KEY}`);
  const read = z.array(z.string()).safeParse(JSON.parse(row?.value ?? '[]'));
  return new Set(read.data ?? []);
}

/** Files, bytes and last use of all folders of one program together. */
export function sumOfFolders({ folders }: Pick<FoundProgram, 'folders'>): Omit<FoundFolder, 'path'> {
  const used = folders.flatMap(({ usedAt }) => usedAt ?? []);
  return {
    files: folders.reduce((n, f) => n + f.files, 0),
    bytes: folders.reduce((n, f) => n + f.bytes, 0),
    usedAt: used.length === 0 ? null : Math.max(...used),
    whole: folders.every(({ whole }) => whole),
  };
}
