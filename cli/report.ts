import { type Command, Option } from 'commander';
import { type Report, type ReportTool, report } from '@/db/questions/report';
import { conversionWords } from '@/db/questions/revenue';
import type { Dataset } from '@/db/store';
import type { Median } from '@/lib/stats/types';
import { csv } from './csv';
import { CommandError, EXIT } from './errors';
import { colours, counted, data, grouped, plain, say } from './output';
import { dataOption, storeFor } from './pick';
import { table } from './table';
import { endOption, timeOption } from './times';

interface Options {
  from?: number;
  to?: number;
  tool: string[];
  data?: Dataset;
  format: 'table' | 'json' | 'csv' | 'md';
}

/** `capwatch report`: the figures per tool. */
export function reportCommand(program: Command): void {
  program
    .command('report')
    .description(
      'Per tool: calls, capped by kind, median unseen, accounts and exposure. Covers all data unless told otherwise.',
    )
    .option('--from <time>', 'from this time on, UTC (2026-03-01 or 2026-03-01T12:00)', timeOption)
    .option('--to <time>', 'before this time, UTC; a day counts as a whole', endOption)
    .option('--tool <name>', 'only this tool; may be repeated', (name: string, all: string[]) => [...all, name], [])
    .addOption(dataOption())
    .addOption(
      new Option('--format <format>', 'how to print it').choices(['table', 'json', 'csv', 'md']).default('table'),
    )
    .addHelpText(
      'after',
      `
Examples:
  capwatch report
  capwatch report --format json --tool search_invoices
  capwatch report --from 2026-03-01 --to 2026-03-31 --format csv > march.csv`,
    )
    .action(run);
}

async function run(options: Options): Promise<void> {
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = options;
  if (from >= to) throw new CommandError('--from must be before --to', EXIT.usage);
  const store = await storeFor(options.data);
  const filter = { from, to, tools: options.tool, accounts: [], segments: [], verdicts: [], caps: 'imposed' as const };
  const result = await report(store, filter);
  if (store.dataset === 'sample' && options.data === undefined && options.format === 'table')
    say('This is the sample month; there is no data of your own yet.');
  if (result.tools.length === 0 && options.tool.length > 0) say(`No call of ${options.tool.join(', ')} in this time.`);
  await data(FORMATS[options.format](result));
}

const FORMATS: Record<Options['format'], (result: Report) => string> = {
  json: (result) => `${JSON.stringify(result)}\n`,
  table: (result) => `${table(HEAD, result.tools.map(cells))}\n\n${footer(result)}\n`,
  md: (result) =>
    [HEAD, HEAD.map((_, i) => (i === 0 ? '---' : '---:')), ...result.tools.map(cells)]
      .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
      .join(''),
  csv: (result) => csv([CSV_HEAD, ...result.tools.map(csvCells)]),
};

const HEAD = [
  'tool',
  'calls',
  'capped',
  'share',
  'flagged',
  'silent',
  'stale',
  'recovered',
  'asked',
  'median unseen',
  'accounts',
  'exposure',
];

function cells(tool: ReportTool): string[] {
  return [
    plain(tool.tool),
    ...[tool.calls, tool.capped].map(grouped),
    percent(tool.share),
    ...[tool.flagged, tool.silent, tool.stale, tool.recovered, tool.asked].map(grouped),
    tool.capped === 0 ? '–' : medianText(tool.unseen.median),
    soFar(tool.accounts, tool, grouped),
    tool.exposure.share === null ? 'unknown' : soFar(tool.exposure.share, tool, percent),
  ];
}

function footer(result: Report): string {
  const span = result.from && result.to ? ` · ${result.from.slice(0, 16)} to ${result.to.slice(0, 16)} UTC` : '';
  const converted = result.tools.find((tool) => tool.exposure.converted)?.exposure.converted;
  const rates = converted ? ` · revenue ${conversionWords({ base: converted.base, asOf: converted.as_of })}` : '';
  return colours.data.dim(`${grouped(result.returned)} of ${counted(result.matched, 'tool')}${span}${rates}`);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** An exact median as a number, bounds as such, nothing known as a word. */
function medianText({ kind, value, low, high }: Median): string {
  if (kind === 'exact' && value !== null) return grouped(value);
  if (kind === 'interval')
    return high === null ? `at least ${grouped(low ?? 0)}` : `${grouped(low ?? 0)}–${grouped(high)}`;
  return 'unknown';
}

const CSV_HEAD =
  'tool,calls,capped,share,flagged,silent,stale,recovered,asked,unseen_known,unseen_unknown,unseen_at_least,unseen_total,median_kind,median_value,median_low,median_high,accounts,exposure_share'.split(
    ',',
  );

function csvCells(tool: ReportTool): (string | number | null)[] {
  const { unseen, exposure } = tool;
  const { median } = unseen;
  return [
    tool.tool,
    tool.calls,
    tool.capped,
    tool.share,
    tool.flagged,
    tool.silent,
    tool.stale,
    tool.recovered,
    tool.asked,
    unseen.known,
    unseen.unknown,
    unseen.at_least,
    unseen.total,
    median.kind,
    median.value,
    median.low,
    median.high,
    tool.accounts,
    exposure.share,
  ];
}

/** Beside calls that name no account a count of accounts is a lower bound, and unknown where there is nothing else. */
function soFar(n: number, tool: ReportTool, write: (n: number) => string): string {
  if (tool.exposure.unnamed_calls === 0) return write(n);
  return n === 0 ? 'unknown' : `at least ${write(n)}`;
}
