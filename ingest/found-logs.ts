import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { extname, join } from 'node:path';
import type { FoundFolder, FoundLogs, FoundProgram } from '@/db/questions/sources-found';
import { LOG_PLACES, type LogPlace, type Machine } from './found-logs-table';
import { isIgnored } from './sources/folder';

/** How long one look may take, ms, and how many entries it may see in all. */
const TIME = 2_000;
const ENTRIES = 50_000;
const DEPTH = 12;

export interface LookLimits {
  time?: number;
  entries?: number;
}

/** This machine, as the programs see it that leave logs on it. */
export function thisMachine(): Machine {
  return { home: homedir(), platform: process.platform, env: process.env };
}

/** The folders of a program by its id, whether they exist or not; none for an id that is not in the table. */
export function foldersOf(id: string, machine: Machine = thisMachine()): string[] {
  return LOG_PLACES.find((place) => place.id === id)?.folders(machine) ?? [];
}

/**
 * Which programs left logs on this machine: names, sizes and times only, no file is opened. Ends after `limits.time` ms
 * or `limits.entries` entries; what it says is then a lower bound. A folder that may not be looked at is left out.
 */
export async function lookForLogs(
  chosen: ReadonlySet<string>,
  machine: Machine = thisMachine(),
  limits: LookLimits = {},
): Promise<FoundLogs> {
  const look = new Look(Date.now() + (limits.time ?? TIME), limits.entries ?? ENTRIES);
  const programs: FoundProgram[] = [];
  for (const place of LOG_PLACES) {
    const folders = await foldersWithLogs(place, machine, look);
    if (folders.length === 0 && !chosen.has(place.id)) continue;
    programs.push({ id: place.id, name: place.name, folders, chosen: chosen.has(place.id) });
  }
  return { home: machine.home, programs };
}

async function foldersWithLogs(place: LogPlace, machine: Machine, look: Look): Promise<FoundFolder[]> {
  const found: FoundFolder[] = [];
  for (const path of new Set(place.folders(machine))) {
    const folder = await look.at(path, place.endings);
    if (folder !== null && (folder.files > 0 || !folder.whole)) found.push(folder);
  }
  return found;
}

/** One look at a machine, with what it may still spend. */
class Look {
  constructor(
    private readonly until: number,
    private left: number,
  ) {}

  /** Null where there is no such folder. */
  async at(path: string, endings: readonly string[]): Promise<FoundFolder | null> {
    const folder: FoundFolder = { path, files: 0, bytes: 0, usedAt: null, whole: true };
    return (await this.walk(path, 0, endings, folder)) ? folder : null;
  }

  private async walk(path: string, depth: number, endings: readonly string[], sum: FoundFolder): Promise<boolean> {
    if (depth > DEPTH || this.left <= 0 || Date.now() > this.until) {
      sum.whole = false;
      return true;
    }
    const entries = await unlessClosed(readdir(path, { withFileTypes: true }));
    if (entries === null) return false;
    for (const entry of entries) {
      if (isIgnored(entry.name, entry.isDirectory())) continue;
      const inside = join(path, entry.name);
      if (entry.isDirectory()) await this.walk(inside, depth + 1, endings, sum);
      else if (entry.isFile() && endings.includes(extname(entry.name).toLowerCase())) await this.add(inside, sum);
    }
    return true;
  }

  private async add(path: string, sum: FoundFolder): Promise<void> {
    if (--this.left < 0 || Date.now() > this.until) {
      sum.whole = false;
      return;
    }
    const facts = await unlessClosed(stat(path));
    if (facts === null || facts.size === 0) return;
    sum.files++;
    sum.bytes += facts.size;
    sum.usedAt = Math.max(sum.usedAt ?? 0, Math.floor(facts.mtimeMs));
  }
}

/** Null where the thing is not there or may not be looked at: it is not found then. */
async function unlessClosed<T>(look: Promise<T>): Promise<T | null> {
  try {
    return await look;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'].includes(code)) return null;
    throw error;
  }
}
