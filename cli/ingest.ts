import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { dataFolder, storePath } from '@/db/paths';
import { openWriter, type Writer } from '@/db/sqlite/open';
import { readAccountsFile } from '@/ingest/accounts-file';
import { adopt, READ_OTHERWISE } from '@/ingest/declared';
import { Follower } from '@/ingest/follow';
import type { CsvMapping } from '@/ingest/formats/csv-columns';
import { Pipeline } from '@/ingest/pipeline';
import { rereadAll } from '@/ingest/reread';
import { loadSample } from '@/ingest/sample-month';
import { readFile } from '@/ingest/sources/file';
import { fingerprintOf } from '@/ingest/sources/identity';
import { readStream } from '@/ingest/sources/stdin';
import { configInUse } from './config';
import { MAP_FLAG, MAP_WORDS, mapOption, takeMapping } from './csv-mapping';
import { CommandError, EXIT, inWords } from './errors';
import { type Input, inputsOf, kindOf } from './inputs';
import { counted, grouped, plain, say } from './output';
import { progress } from './progress';
import { Totals } from './totals';

interface Options {
  follow?: boolean;
  accounts?: string;
  sample?: boolean;
  reread?: boolean;
  strict?: boolean;
  map?: CsvMapping;
}

/** `capwatch ingest`: read logs into the store. */
export function ingestCommand(program: Command): void {
  program
    .command('ingest')
    .description('Read logs into the store. Reading the same log twice changes nothing.')
    .argument('[path...]', 'log files or folders; - reads standard input')
    .option('--follow', 'go on reading what is added, until Ctrl-C')
    .option('--accounts <file>', 'accounts with revenue and segment, as CSV or JSON')
    .option('--sample', 'load the sample month (into a store of its own)')
    .option('--reread', 'read stored calls again, after dialects in the configuration changed')
    .option(MAP_FLAG, MAP_WORDS, mapOption)
    .option('--strict', 'exit with 1 when anything could not be read')
    .addHelpText(
      'after',
      `
The format is recognised by content; docs/formats.md names them all.

Examples:
  capwatch ingest ~/.claude/projects
  capwatch ingest --accounts accounts.csv tools.ndjson
  capwatch ingest calls.csv --map tool=tool_name,args=input,result=output
  kubectl logs deploy/agent | capwatch ingest -
  capwatch ingest --follow /var/log/agent`,
    )
    .action(run);
}

async function run(paths: string[], options: Options): Promise<void> {
  if (paths.length === 0 && !options.accounts && !options.sample && !options.reread)
    throw new CommandError(
      'say what to read: a file, a folder, or - for standard input (capwatch ingest --help)',
      EXIT.usage,
    );
  if (options.follow && paths.includes('-'))
    throw new CommandError('--follow needs files or folders, not -', EXIT.usage);
  for (const path of paths) if (path !== '-') kindOf(path);
  takeMapping(options.map);
  if (options.sample) await sample();
  if (paths.length === 0 && !options.accounts && !options.reread) return;
  const writer = openWriter(storePath('own', dataFolder()));
  const totals = new Totals();
  try {
    const adopted = adopt(writer, configInUse().config);
    const pipeline = new Pipeline(writer);
    if (options.reread) await reread(writer, pipeline);
    if (options.accounts) accountsFrom(options.accounts, pipeline, totals);
    await readAll([...inputsOf(paths)], writer, pipeline, totals);
    await settle(pipeline);
    if (adopted && !options.reread) say(`Note: ${READ_OTHERWISE}`);
    if (paths.length > 0 || totals.quarantined > 0) for (const line of totals.words()) say(line);
    if (options.follow) await follow(paths, writer, pipeline);
  } finally {
    writer.close();
  }
  if (totals.refused > 0) process.exitCode = EXIT.io;
  else if (options.strict && totals.quarantined > 0) process.exitCode = EXIT.found;
}

async function reread(writer: Writer, pipeline: Pipeline): Promise<void> {
  const shown = progress('Reading stored calls again');
  try {
    const changed = await rereadAll(writer, pipeline, (share) => shown.update(share, ''));
    say(`${counted(changed, 'stored call')} read otherwise than before.`);
  } finally {
    shown.end();
  }
}

async function sample(): Promise<void> {
  const shown = progress('Loading the sample month');
  try {
    await loadSample(storePath('sample', dataFolder()), {
      onProgress: (share, calls) => shown.update(share, counted(calls, 'call')),
    });
  } finally {
    shown.end();
  }
  say('The sample month is loaded.');
}

/** Judges again what the logs just read have shown in another light. */
export async function settle(pipeline: Pipeline): Promise<void> {
  const shown = progress('Judging again');
  await pipeline.settle(() => {
    shown.update(null, 'what is known by now of tools and logs');
    return false;
  });
  shown.end();
}

async function readAll(inputs: Input[], writer: Writer, pipeline: Pipeline, totals: Totals): Promise<void> {
  const sizes = inputs.map(({ path }) => (path === '-' ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)));
  const size = sizes.reduce((a, b) => a + b, 0);
  const shown = progress('Reading');
  let before = 0;
  for (const [i, input] of inputs.entries()) {
    const onProgress = (position: number) =>
      shown.update(
        size > 0 ? Math.min(1, (before + position) / size) : null,
        `${counted(totals.calls, 'call')} · ${plain(input.path)}`,
      );
    try {
      if (input.path === '-') totals.stream(await readStream(process.stdin, pipeline, onProgress));
      else totals.file(input, await readFile(input.path, writer, pipeline, { final: true, onProgress }));
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      totals.refuse(input.path, inWords(error));
    }
    before += sizes[i] ?? 0;
  }
  shown.end();
}

function accountsFrom(path: string, pipeline: Pipeline, totals: Totals): void {
  if (kindOf(path) === 'folder') throw new CommandError(`--accounts ${path}: it is a folder`, EXIT.usage);
  const bytes = readFileSync(path);
  const { accounts, errors } = readAccountsFile(bytes.toString('utf8'));
  const whole = errors.find((error) => error.line === null);
  if (whole && accounts.length === 0) throw new CommandError(`--accounts ${path}: ${whole.reason}`, EXIT.io);
  const size = bytes.length;
  const fingerprint = `accounts-${fingerprintOf(bytes, size)}`;
  const { id } = pipeline.open({ kind: 'file', path: resolve(path), fingerprint, format: 'accounts', size });
  const where = errors.map(({ line, reason }) => (line === null ? reason : `line ${line}: ${reason}`));
  const quarantined = where.map((reason) => ({ offset: 0, length: 0, reason, bytes: Buffer.alloc(0) }));
  const progress = { position: size, size, state: null, status: 'done' as const, format: 'accounts' };
  pipeline.write({ source: id, records: accounts, quarantined, progress, sourceTime: Date.now() });
  totals.quarantined += quarantined.length;
  say(`${counted(accounts.length, 'account')} read from ${plain(path)}`);
  for (const reason of where.slice(0, 20)) say(`  ${plain(reason)}`);
  if (where.length > 20) say(`  … 20 of ${grouped(where.length)} bad lines shown`);
}

async function follow(paths: string[], writer: Writer, pipeline: Pipeline): Promise<void> {
  const follower = new Follower(writer, pipeline, {
    onRead: (path, outcome) => {
      if (outcome.kind === 'read' && outcome.calls > 0) say(`${counted(outcome.calls, 'call')} from ${plain(path)}`);
    },
    onTrouble: (path, error) => say(`cannot read ${plain(path)}: ${inWords(error)}`),
  });
  const ended = new Promise<void>((end) => {
    process.once('SIGINT', () => end());
    process.once('SIGTERM', () => end());
  });
  await follower.watch(paths);
  say('Following; press Ctrl-C to stop.');
  await ended;
  await follower.stop();
}
