import { type Command, Option } from 'commander';
import type { Filter } from '@/db/filter';
import { askedCaps, askedMemo, hasTool } from '@/db/questions/caps-asked';
import { dataSpan } from '@/db/questions/data-span';
import { frameFacts } from '@/db/questions/frame';
import type { Dataset, Store } from '@/db/store';
import { capsPath } from '@/lib/address';
import { type CapsSettings, parseCaps } from '@/lib/caps/address';
import { capCells } from '@/lib/caps/cells';
import { CANDIDATE_HEAD, candidateCells } from '@/lib/caps/memo';
import { toldCaps } from '@/lib/caps/told';
import type { CapDecision } from '@/lib/caps/types';
import { nearNames } from '@/lib/near';
import { TOKENIZERS } from '@/lib/tokens/names';
import { csv } from './csv';
import { CommandError, EXIT } from './errors';
import { colours, counted, data, grouped, plain, say } from './output';
import { dataOption, storeFor } from './pick';
import { readSettings } from './settings';
import { table } from './table';
import { endOption, timeOption } from './times';

const ASKED = ['caps', 'budget', 'window', 'share', 'reserve', 'turns', 'tokenizer'] as const;

interface Options extends Partial<Record<(typeof ASKED)[number], string>> {
  from?: number;
  to?: number;
  data?: Dataset;
  format: 'table' | 'json' | 'csv' | 'md';
}

/** `capwatch caps TOOL`: what another cap would have done, to whom, at what price. */
export function capsCommand(program: Command): void {
  program
    .command('caps')
    .description(
      'What another cap would have done to a tool: capped calls, unseen rows, accounts, exposure and tokens per candidate.',
    )
    .argument('<tool>', 'name of the tool, as it stands in the log')
    .option('--caps <rows>', 'candidates besides the cap of today, like 25,500 (default: 25,50,100,200,500,1000)')
    .option('--from <time>', 'from this time on, UTC (2026-03-01 or 2026-03-01T12:00)', timeOption)
    .option('--to <time>', 'before this time, UTC; a day counts as a whole', endOption)
    .option('--budget <tokens>', 'weigh the cap too that fits this many tokens a page')
    .option('--window <tokens>', 'context window (default: 200000)')
    .option('--share <percent>', 'part of the window that this tool may have (default: 25)')
    .option('--reserve <tokens>', 'tokens of the window to keep free (default: 0)')
    .option('--turns <n>', 'turns of a session over which a page is sent again (default: 10)')
    .option('--tokenizer <name>', `what counts tokens: ${TOKENIZERS.join(', ')} (default: as configured)`)
    .addOption(dataOption())
    .addOption(
      new Option('--format <format>', 'how to print it; md is a memo to decide from')
        .choices(['table', 'json', 'csv', 'md'])
        .default('table'),
    )
    .addHelpText(
      'after',
      `
Examples:
  capwatch caps search_invoices
  capwatch caps search_invoices --caps 25,500 --format json
  capwatch caps search_invoices --caps 500 --budget 50000 --format md > decision.md`,
    )
    .action(run);
}

async function run(tool: string, options: Options): Promise<void> {
  const { from = 0, to = Number.MAX_SAFE_INTEGER, format } = options;
  if (from >= to) throw new CommandError('--from must be before --to', EXIT.usage);
  const settings = settingsOf(options);
  const store = await storeFor(options.data);
  if (!(await hasTool(store, tool))) throw new CommandError(await unknownTool(store, tool), EXIT.usage);
  const filter = await sliceOf(store, options);
  const decision = await askedCaps(store, filter, tool, settings);
  if (store.dataset === 'sample' && options.data === undefined && format === 'table')
    say('This is the sample month; there is no data of your own yet.');
  if (decision.calls === 0) say(`No call of ${plain(tool)} in this time.`);
  if (format === 'md')
    await data(await askedMemo(store, filter, settings, { decision, link: linkOf(decision, settings, store) }));
  else await data(WRITTEN[format](decision));
}

/** All data unless told otherwise, from its first hour to its last. */
async function sliceOf(store: Store, options: Options): Promise<Filter> {
  const { all } = await dataSpan(store);
  const from = options.from ?? Math.min(all?.from ?? 0, (options.to ?? Number.MAX_SAFE_INTEGER) - 1);
  const to = options.to ?? Math.max(all?.to ?? 0, from + 1);
  return { from, to, tools: [], accounts: [], segments: [], verdicts: [], caps: 'imposed' };
}

/** What the flags ask for, by the rules of the page's address; a value that cannot be understood ends with exit 2. */
function settingsOf(options: Options): CapsSettings {
  const params = Object.fromEntries(ASKED.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])));
  const settings = parseCaps(params);
  for (const key of ASKED) {
    const given = options[key];
    if (given === undefined) continue;
    const [problem] = parseCaps({ [key]: given }).problems;
    const why = problem?.replace(/^.*?” was left out: /s, '').replace(/\.$/, '');
    if (why !== undefined || !settings.own.some(([name]) => name === key))
      throw new CommandError(`--${key} ${plain(given)}: ${why ?? 'it names no number'}`, EXIT.usage);
  }
  return { ...settings, tokenizer: settings.tokenizer ?? readSettings().CAPWATCH_TOKENIZER };
}

async function unknownTool(store: Store, tool: string): Promise<string> {
  const { tools } = await frameFacts(store, Date.now());
  const near = nearNames(tool, tools).map(plain);
  const meant = near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'capwatch report lists the tools';
  return `no call of a tool ${plain(tool)} is stored; ${meant}`;
}

const WRITTEN: Record<Exclude<Options['format'], 'md'>, (decision: CapDecision) => string> = {
  json: (decision) => `${JSON.stringify(toldCaps(decision))}\n`,
  csv: (decision) => {
    const { columns, rows } = capCells(decision);
    return csv([columns, ...rows]);
  },
  table: (decision) => `${table(CANDIDATE_HEAD, decision.candidates.map(candidateCells))}\n\n${footer(decision)}\n`,
};

/** Where a dashboard on this machine shows the same. */
function linkOf(decision: CapDecision, { own }: CapsSettings, store: Store): string {
  const { CAPWATCH_HOST: host, CAPWATCH_PORT: port } = readSettings();
  const query = new URLSearchParams([
    ['from', new Date(decision.from).toISOString()],
    ['to', new Date(decision.to).toISOString()],
    ['data', store.dataset],
    ...own,
  ]);
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${capsPath(decision.tool)}?${query}`;
}

function footer({ candidates, calls, from, to, known, unknown, notes }: CapDecision): string {
  const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);
  const lines = [
    `all ${counted(candidates.length, 'cap')} weighed · ${counted(calls, 'call')} · ${iso(from)} to ${iso(to)} UTC`,
    `how much matched is known of ${grouped(known)} of ${counted(known + unknown, 'capped call')}`,
    ...notes.map(plain),
  ];
  return lines.map((line) => colours.data.dim(line)).join('\n');
}
