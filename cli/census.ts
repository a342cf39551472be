import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { censusWorklist, type OpenQuery, type Worklist } from '@/db/questions/census-worklist';
import type { Dataset } from '@/db/store';
import { queryKey, splitArgs } from '@/lib/contract';
import { importCensus } from './census-import';
import { csv } from './csv';
import { CommandError, EXIT, inWords } from './errors';
import { counted, data, say } from './output';
import { dataOption, storeFor } from './pick';

interface ExportOptions {
  tool: string[];
  format: 'csv' | 'json' | 'ndjson';
  limit?: number;
  data?: Dataset;
}

/** `capwatch census`: which queries nobody knows the size of, and the counts that come back. */
export function censusCommand(program: Command): void {
  const census = program
    .command('census')
    .description('Find out what was unseen: export the queries whose match is unknown, import the counts.');
  census
    .command('export')
    .description('List the queries whose match is unknown, those that answer the most calls first.')
    .option('--tool <name>', 'only this tool; may be repeated', (name: string, all: string[]) => [...all, name], [])
    .option('--limit <n>', 'at most so many queries', countOption)
    .addOption(new Option('--format <format>', 'how to print it').choices(['csv', 'json', 'ndjson']).default('csv'))
    .addOption(dataOption())
    .addHelpText(
      'after',
      `
Each line is one query: count its whole set with something that cannot page, and write the number into "matched".
One count answers every call of that query.

Examples:
  capwatch census export > open.csv
  capwatch census export --tool search_files --limit 50
  capwatch census export --format ndjson | ./count-them | capwatch census import -`,
    )
    .action(exportList);
  census
    .command('import')
    .description('Read counts back; every figure follows. Importing the same file twice changes nothing.')
    .argument('<file>', 'CSV, JSON or NDJSON; - reads standard input')
    .option('--strict', 'exit with 1 when a line could not be used or belongs to no query')
    .addOption(dataOption())
    .addHelpText(
      'after',
      `
Columns: matched, and either key (as exported) or tool, args and account. ts says when it was counted (else now).
Lines without a number in matched are left for later.

Examples:
  capwatch census import open.csv
  echo '{"tool":"search_invoices","args":{"status":"overdue"},"account":"acct-1","matched":340}' | capwatch census import -`,
    )
    .action(importList);
  for (const command of census.commands)
    command.exitOverride().showSuggestionAfterError(true).helpOption('-h, --help', 'print this help');
}

function countOption(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CommandError(`--limit ${text}: a whole number from 1 on`, EXIT.usage);
  return Number(text);
}

async function exportList(options: ExportOptions): Promise<void> {
  const store = await storeFor(options.data);
  const list = await censusWorklist(store, options.tool, options.limit ?? null);
  await data(FORMATS[options.format](list));
  const share = list.returned < list.matched ? ` (${list.returned} of ${list.matched} listed)` : '';
  if (list.matched === 0) say('No call waits for a count.');
  else say(`${counted(list.matched, 'query', 'queries')} of ${counted(list.calls, 'call')} wait for a count${share}.`);
}

const FORMATS: Record<ExportOptions['format'], (list: Worklist) => string> = {
  json: (list) => `${JSON.stringify({ ...list, queries: list.queries.map(entry) })}\n`,
  ndjson: (list) => list.queries.map((query) => `${JSON.stringify(entry(query))}\n`).join(''),
  csv: (list) =>
    csv([
      ['key', 'tool', 'account', 'args', 'calls', 'present', 'limit', 'matched'],
      ...list.queries.map((q) => [keyOf(q), q.tool, q.account, argsOf(q), q.calls, q.present, q.limit, null]),
    ]),
};

function entry(query: OpenQuery): object {
  const { tool, account, calls, present, limit, first, last, counted: known } = query;
  return {
    key: keyOf(query),
    tool,
    account: account === '' ? null : account,
    args: JSON.parse(argsOf(query)) as unknown,
    calls,
    present,
    limit,
    first: new Date(first).toISOString(),
    last: new Date(last).toISOString(),
    counted: known,
    matched: null,
  };
}

/** A prefix keeps spreadsheets from taking a hash like 12e5 for a number. */
function keyOf({ key }: OpenQuery): string {
  return `q-${key}`;
}

/** Arguments without paging, where they make the same query; else those of one of its calls. */
function argsOf({ key, tool, args, account }: OpenQuery): string {
  const { rest } = splitArgs(args);
  return queryKey(tool, rest, account) === key ? rest : args;
}

async function importList(file: string, options: { strict?: boolean; data?: Dataset }): Promise<void> {
  const store = await storeFor(options.data);
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${inWords(error)}`, EXIT.io);
  }
  const before = await censusWorklist(store, [], 1);
  const { code, lines } = await importCensus(store, file, text);
  for (const line of lines) say(line);
  const after = await censusWorklist(store, [], 1);
  say(
    `${counted(after.matched, 'query', 'queries')} of ${counted(after.calls, 'call')} still ${after.matched === 1 ? 'waits' : 'wait'} for a count; before, ${after.matched === before.matched ? 'the same' : `it was ${before.matched} of ${before.calls}`}.`,
  );
  process.exitCode = code === EXIT.found && !options.strict ? EXIT.done : code;
}
