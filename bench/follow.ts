import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { table } from './document';
import { figure, median } from './measure';

const FOLDERS = 500;
const FILES_IN_EACH = 60;
const LONG_BYTES = 3e9;
const TURNS = 5;
/** The longest wait for a change to be read, ms; the promise is two seconds. */
const LONGEST = 30_000;

/** What the followed process tells (`bench/follow-process.ts`). */
interface Told {
  what: 'started' | 'read' | 'watching' | 'trouble';
  at: number;
  path: string | null;
  /** Highest resident memory so far, bytes. */
  peak: number;
}

/** Follows a tree of many small files, and one long file that is killed in its middle; writes one table for both. */
export async function measureFollow(write: (name: string, body: string) => void): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'capwatch-bench-follow-'));
  try {
    const tree = await measureTree(home);
    const long = await measureLong(home);
    write('follow', [tree, long].join('\n\n'));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function measureTree(home: string): Promise<string> {
  const [folder, store] = [join(home, 'tree'), join(home, 'tree.db')];
  writeTree(folder);
  const rows: string[][] = [];
  for (const start of ['first start', 'second start, nothing changed']) {
    const followed = new Followed(store, folder);
    const { seconds, peak } = await followed.watching();
    const { handles, watches } = followed.atSystem();
    const log = join(folder, 'p250', 's30.ndjson');
    const append = await followed.latency(() => grown(log));
    const fresh = await followed.latency((turn) => {
      mkdirSync(join(folder, `${start}-${turn}`, 'deep'), { recursive: true });
      const path = join(folder, `${start}-${turn}`, 'deep', 'new.ndjson');
      writeFileSync(path, line());
      return path;
    });
    await followed.end();
    rows.push([start, ...[seconds, peak / 1e6, handles, watches, append, fresh].map(figure)]);
  }
  const head = ['', 's until watching', 'peak, MB', 'handles', 'watches', 'append read, ms', 'new file read, ms'];
  return `${(FOLDERS * FILES_IN_EACH).toLocaleString('en-US')} files of three calls in ${FOLDERS} folders:\n\n${table(head, rows)}`;
}

async function measureLong(home: string): Promise<string> {
  const [log, store] = [join(home, 'long.ndjson'), join(home, 'long.db')];
  const calls = writeLong(log);
  const killed = new Followed(store, log);
  await killed.told(({ what }) => what === 'started');
  while (positionOf(store) < LONG_BYTES / 3) await pause(500);
  await killed.end('SIGKILL');
  const share = positionOf(store) / LONG_BYTES;
  const followed = new Followed(store, log);
  const { seconds, peak } = await followed.watching();
  const append = await followed.latency(() => grown(log));
  await followed.end();
  const stored = storedCalls(store);
  if (stored !== calls + TURNS) throw new Error(`${calls + TURNS} calls were written and ${stored} are stored`);
  const head = ['', 'MB/s', 'peak, MB', 'append read, ms'];
  const speed = (LONG_BYTES * (1 - share)) / 1e6 / seconds;
  const row = ['the rest after the kill, then following', ...[speed, peak / 1e6, append].map(figure)];
  return (
    `One log of ${LONG_BYTES / 1e9} GB with ${calls.toLocaleString('en-US')} calls, killed (kill -9) after ${figure(share * 100)} % and started again; ` +
    `every call is stored once:\n\n${table(head, [row])}`
  );
}

/** A process that follows something, seen from outside. */
class Followed {
  private readonly child: ChildProcess;
  private readonly start = Date.now();
  private readonly seen: Told[] = [];

  constructor(store: string, path: string) {
    const program = join(import.meta.dirname, 'follow-process.ts');
    this.child = spawn(process.execPath, ['--import', 'tsx', program, store, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (this.child.stdout)
      createInterface({ input: this.child.stdout }).on('line', (text) => this.seen.push(JSON.parse(text) as Told));
  }

  async watching(): Promise<{ seconds: number; peak: number }> {
    const { at, peak } = await this.told(({ what }) => what === 'watching', 1_800_000);
    return { seconds: (at - this.start) / 1_000, peak };
  }

  /** The first thing told that fits, looked for every few ms. */
  async told(fits: (told: Told) => boolean, longest = LONGEST): Promise<Told> {
    const until = Date.now() + longest;
    while (Date.now() < until) {
      const found = this.seen.find(fits);
      if (found) return found;
      if (this.child.exitCode !== null) throw new Error(`the process that follows ended with ${this.child.exitCode}`);
      await pause(5);
    }
    throw new Error(`nothing was told within ${longest / 1_000} s`);
  }

  /** Median time from a change until it is stored, ms. `change` returns the file that it changed. */
  async latency(change: (turn: number) => string): Promise<number> {
    const times: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      this.seen.length = 0;
      const start = Date.now();
      const path = change(turn);
      times.push((await this.told((told) => told.what === 'read' && told.path === path)).at - start);
    }
    return median(times);
  }

  /** Open handles and watches of the process; 0 where the system does not show them. */
  atSystem(): { handles: number; watches: number } {
    if (process.platform !== 'linux') return { handles: 0, watches: 0 };
    const folder = `/proc/${this.child.pid}/fdinfo`;
    const texts = readdirSync(folder).map((fd) => readFileSync(join(folder, fd), 'utf8'));
    const watches = texts.reduce((sum, text) => sum + (text.match(/^inotify wd/gm)?.length ?? 0), 0);
    return { handles: texts.length, watches };
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }
}

function grown(log: string): string {
  appendFileSync(log, line());
  return log;
}

let written = 0;

function line(result: unknown = [1]): string {
  const n = written++;
  const ts = Date.UTC(2026, 1, 1) + n * 1_000;
  return `${JSON.stringify({ type: 'call', tool: `t${n % 7}`, ts, session: `s${Math.floor(n / 40)}`, args: { n }, result })}\n`;
}

function writeTree(folder: string): void {
  for (let i = 0; i < FOLDERS; i++) {
    const inside = join(folder, `p${String(i).padStart(3, '0')}`);
    mkdirSync(inside, { recursive: true });
    for (let j = 0; j < FILES_IN_EACH; j++) writeFileSync(join(inside, `s${j}.ndjson`), line() + line() + line());
  }
}

function writeLong(path: string): number {
  const file = openSync(path, 'w');
  const before = written;
  for (let bytes = 0; bytes < LONG_BYTES; ) {
    const page = (k: number) => ({
      id: `inv-${written}-${k}`,
      total: k * 7,
      note: `line ${k} of page ${written}`.repeat(5),
    });
    const texts = Array.from({ length: 200 }, () => line(Array.from({ length: 25 }, (_, k) => page(k))));
    bytes += writeSync(file, texts.join(''));
  }
  closeSync(file);
  return written - before;
}

function asked(store: string, query: string): number {
  const db = new Database(store, { readonly: true });
  try {
    return db.prepare<[], { n: number | null }>(query).get()?.n ?? 0;
  } finally {
    db.close();
  }
}

const positionOf = (store: string) => asked(store, 'SELECT max(position) AS n FROM sources');
const storedCalls = (store: string) => asked(store, 'SELECT count(*) AS n FROM calls');
