import { type ChildProcess, fork, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { dataFolder, storePath } from '@/db/paths';
import { datasets, storeOf } from '@/db/stores';
import { READ_OTHERWISE, readOtherwise } from '@/ingest/declared';
import { endChild, type Supervised, supervise } from '@/ingest/supervise';
import type { WorkerMessage } from '@/ingest/worker';
import { type Crash, leaveStatus, type Orders, troubleOf, type WorkerStatus } from '@/ingest/worker-status';
import { configInUse, declaredBy } from './config';
import { CommandError, EXIT, inWords } from './errors';
import { askedFor, chosenBefore, foundWords, isLoopback } from './found';
import { kindOf } from './inputs';
import { data, plain, say } from './output';
import { packageRoot } from './package';
import { progress } from './progress';
import type { ServerMessage } from './server';
import { portOption, readSettings } from './settings';

interface Options {
  port?: number;
  host?: string;
  watch?: string[];
  found?: string[] | true;
  open: boolean;
  sample: boolean;
}

/** `capwatch start`: the dashboard, and the worker that reads. */
export function startCommand(program: Command): void {
  program
    .command('start')
    .description('Show the dashboard and read logs beside it. The sample month is loaded on first use.')
    .option('--port <n>', 'port of the dashboard; 0 takes a free one (default: 4700, or $CAPWATCH_PORT)', portOption)
    .option('--host <address>', 'address to listen on (default: 127.0.0.1: only this machine)')
    .option('--watch <dir...>', 'folders to read and then follow')
    .option('--found [ids...]', 'read and follow the agent logs that are found on this machine: all, or those named')
    .option('--no-open', 'do not open the browser')
    .option('--no-sample', 'do not load the sample month')
    .addHelpText(
      'after',
      `
Examples:
  capwatch start
  capwatch start --watch ~/.claude/projects --no-sample
  capwatch start --found claude-code codex
  capwatch start --port 8080 --no-open`,
    )
    .action(run);
}

async function run(options: Options): Promise<void> {
  const settings = readSettings();
  const host = options.host ?? settings.CAPWATCH_HOST;
  const port = options.port ?? settings.CAPWATCH_PORT;
  const watched = options.watch ?? [];
  const found = await askedFor(options.found);
  const offer = isLoopback(host);
  for (const dir of watched)
    if (kindOf(dir) !== 'folder') throw new CommandError(`--watch ${dir}: it is not a folder`, EXIT.usage);
  if (!existsSync(join(packageRoot, '.next', 'BUILD_ID')))
    throw new CommandError('the dashboard is not built; run: npm run build', EXIT.io);
  const folder = dataFolder();
  makeFolder(folder);
  await sayReadOtherwise(folder);
  const server = await startServer(host, port, settings.CAPWATCH_MAX_BODY * 1024 * 1024);
  const { config } = configInUse();
  const { accounts, csv, bands, currencies } = config;
  const told = { declared: declaredBy(config), accounts, csv, bands, currencies };
  const worker = startWorker({
    folder,
    watch: watched.map((dir) => resolve(dir)),
    sample: options.sample,
    found,
    offer,
    ...told,
  });
  const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const url = `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${server.port}`;
  await data(`Capwatch is at ${url}\n`);
  say(`Send spans and logs (OTLP over HTTP) to ${url}, or set OTEL_EXPORTER_OTLP_ENDPOINT=${url}`);
  say(`Data is kept in ${folder}. Press Ctrl-C to stop.`);
  const chosen = new Set([...(await chosenBefore(folder)), ...found]);
  for (const line of await foundWords(url, chosen, offer)) say(line);
  if (options.open && canOpen()) openBrowser(url);
  const code = await ended(server.child);
  await Promise.all([worker.stop(), endChild(server.child, 5_000)]);
  if (code !== 0) throw new CommandError('the dashboard ended by itself; see above for what it said', EXIT.io);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new CommandError(`cannot make the data folder ${folder}: ${inWords(error)}`, EXIT.io);
  }
}

async function sayReadOtherwise(folder: string): Promise<void> {
  const own = (await datasets(folder)).find(({ dataset }) => dataset === 'own');
  if (own?.hasCalls && (await readOtherwise(storeOf('own', folder)))) say(`Note: ${READ_OTHERWISE}`);
}

async function startServer(
  host: string,
  port: number,
  maxBody: number,
): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(join(packageRoot, 'dist', 'server.js'), [host, String(port), String(Math.floor(maxBody))], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', CAPWATCH_TOKENIZER: readSettings().CAPWATCH_TOKENIZER },
  });
  const message = await new Promise<ServerMessage>((answer) => {
    child.once('message', (said) => answer(said as ServerMessage));
    child.once('error', (error) => answer({ type: 'failed', code: null, message: error.message }));
    child.once('exit', (code) => answer({ type: 'failed', code: null, message: `it ended with code ${code}` }));
  });
  if (message.type === 'ready') return { child, port: message.port };
  throw new CommandError(notStarted(message.code, message.message, host, port), EXIT.io);
}

function notStarted(code: string | null, message: string, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `port ${port} is taken by another program (perhaps another Capwatch). Stop that one, or choose another port: capwatch start --port ${port + 1}`;
  if (code === 'EACCES') return `port ${port} may not be used by this user; choose one above 1023 with --port`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `this machine has no address "${host}"; choose another one with --host`;
  return `the dashboard could not be started: ${message}`;
}

function startWorker(given: Omit<Orders, 'restarts' | 'lastCrash'>): Supervised {
  const shown = progress('Loading');
  const told = (message: WorkerMessage) => {
    if (message.type === 'trouble') say(`cannot read ${plain(message.path)}: ${message.reason}`);
    else if (message.status.state === 'loading' || message.status.state === 'reading')
      shown.update(message.status.progress, message.status.says ?? '');
    else shown.end();
  };
  return supervise(
    (restarts, lastCrash) => {
      const orders: Orders = { ...given, restarts, lastCrash };
      const child = fork(join(packageRoot, 'dist', 'worker.js'), [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
      // Not as an argument: dialects can be longer than one may be. Where it fails, the child has ended already.
      child.send(orders, () => {});
      return child;
    },
    {
      onMessage: (message) => told(message as WorkerMessage),
      onCrash: (crash, restarts, delay) => {
        shown.end();
        say(`The worker ended: ${plain(crash.reason)}. It is started again in ${Math.round(delay / 1000)} s.`);
        leaveCrash(given.folder, crash, restarts);
      },
    },
  );
}

/** So that the screen says what happened while nobody reads. */
function leaveCrash(folder: string, lastCrash: Crash, restarts: number): void {
  const now = Date.now();
  const trouble = troubleOf(lastCrash, now);
  const status: WorkerStatus = {
    state: 'restarting',
    progress: null,
    says: null,
    trouble,
    startedAt: now,
    restarts,
    lastCrash,
  };
  for (const dataset of ['own', 'sample'] as const) leaveStatus(storePath(dataset, folder), status, now);
}

/** Resolves when the user stops the program (0) or the server ends by itself (its code). */
function ended(server: ChildProcess): Promise<number> {
  return new Promise((end) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end(0));
    server.once('exit', (code) => end(code ?? 1));
  });
}

/** A person is there, on a machine with a screen. */
function canOpen(): boolean {
  const { env, platform } = process;
  if (!process.stdout.isTTY || env.CI || env.SSH_CONNECTION) return false;
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

function openBrowser(url: string): void {
  const [command, args]: [string, string[]] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', url]]
        : ['xdg-open', [url]];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.once('error', () => say('The browser could not be opened; open the address yourself.'));
  child.unref();
}
