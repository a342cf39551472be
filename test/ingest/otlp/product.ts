import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const executable = resolve(import.meta.dirname, '../../../dist/capwatch.js');

/** The parts of a running `capwatch start` that can be killed. */
export type Part = 'server' | 'worker' | 'whole product';

/** The built product, started as its user would start it. */
export class Product {
  private child: ChildProcess | null = null;
  private words = '';
  private port = 0;

  /** `home`: its data folder, made where there is none. */
  constructor(readonly home: string) {
    mkdirSync(home, { recursive: true });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The user's own store. */
  get store(): string {
    return join(this.home, 'own.db');
  }

  get running(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** What it said on both channels, the last of it. */
  said(): string {
    return this.words;
  }

  /** Starts it and waits until it names its address; again on the same port after the first time. Throws when it ends. */
  async start(): Promise<void> {
    const args = ['start', '--no-open', '--no-sample', '--port', String(this.port)];
    const child = spawn(process.execPath, [executable, ...args], {
      env: { ...process.env, CAPWATCH_HOME: this.home, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    let now = '';
    const hear = (data: Buffer) => {
      now += data.toString();
      this.words = (this.words + data.toString()).slice(-8_000);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    const deadline = Date.now() + 60_000;
    while (!/at http:\S+:\d+/.test(now)) {
      if (!this.running || Date.now() > deadline) throw new Error(`capwatch start did not come up: ${now}`);
      await new Promise((next) => setTimeout(next, 50));
    }
    this.port = Number(/at http:\S+:(\d+)/.exec(now)?.[1]);
  }

  /** Ends a part with SIGKILL. Gives the number of processes that were killed. */
  kill(part: Part): number {
    const names = part === 'server' ? ['server.js'] : part === 'worker' ? ['worker.js'] : ['server.js', 'worker.js'];
    const own = this.running ? this.child?.pid : undefined;
    const ids = own === undefined ? [] : childrenOf(own, names);
    // The parent first: it must not see a part end and start it again.
    if (part === 'whole product' && own !== undefined) ids.unshift(own);
    return ids.filter(killed).length;
  }

  async ended(): Promise<void> {
    while (this.running) await new Promise((next) => setTimeout(next, 20));
  }

  /** Ends it as Ctrl-C does, and waits. */
  async stop(): Promise<void> {
    this.child?.kill('SIGTERM');
    await this.ended();
  }
}

/** Whether there was still such a process. */
function killed(id: number): boolean {
  try {
    return process.kill(id, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

function childrenOf(pid: number, names: readonly string[]): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => names.some((name) => line.includes(`dist/${name}`)));
  return lines.map((line) => Number.parseInt(line, 10));
}
