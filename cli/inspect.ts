import type { Command } from 'commander';
import type { CsvMapping } from '@/ingest/formats/csv-columns';
import { FALSE_VERDICTS } from '@/lib/claims';
import { verdictWord } from '@/lib/claims/verdict-words';
import { inspect as judge } from '@/lib/inspect';
import { CAPPED } from '@/lib/verdict/types';
import { type Collected, collect } from './collect';
import { MAP_FLAG, MAP_WORDS, mapOption, takeMapping } from './csv-mapping';
import { CommandError, EXIT } from './errors';
import { inputsOf } from './inputs';
import { colours, counted, data, grouped, plain, say } from './output';
import { table } from './table';

type Inspected = ReturnType<typeof judge>;
type InspectedCall = Inspected['calls'][number];

/** `capwatch inspect`: judge logs without storing them. */
export function inspectCommand(program: Command): void {
  program
    .command('inspect')
    .description('Judge a log without storing it.')
    .argument('<path...>', 'log files or folders; - reads standard input')
    .option('--json', 'print the judgement as JSON, for programs')
    .option(MAP_FLAG, MAP_WORDS, mapOption)
    .option('--limit <n>', 'capped calls to list in the text', wholeNumber, 50)
    .addHelpText(
      'after',
      `
Examples:
  capwatch inspect session.jsonl
  capwatch inspect --json ~/.claude/projects | jq '.calls[] | select(.verdict == "silent")'
  capwatch inspect calls.csv --map tool=tool_name,result=output
  cat mcp.log | capwatch inspect -`,
    )
    .action(run);
}

/** A commander parser for counts. */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0)
    throw new CommandError(`"${text}" is not a whole number of 0 or more`, EXIT.usage);
  return value;
}

async function run(paths: string[], options: { json?: boolean; limit: number; map?: CsvMapping }): Promise<void> {
  takeMapping(options.map);
  const collected = await collect(inputsOf(paths));
  if (collected.logs.sources.length === 0)
    throw new CommandError(`no log was found in ${paths.join(', ')}${firstUnknown(collected)}`, EXIT.io);
  const inspected = judge(collected.logs.records);
  if (options.json) await printJson(inspected, collected);
  else await data(text(inspected, collected, options.limit));
  if (collected.unknown.length > 0)
    say(
      `${counted(collected.unknown.length, 'file')} in the folder ${collected.unknown.length === 1 ? 'is' : 'are'} no log that Capwatch knows`,
    );
}

function firstUnknown({ unknown }: Collected): string {
  const [first] = unknown;
  return first ? `: ${first.path}: ${first.reason}` : '';
}

async function printJson(inspected: Inspected, { logs: { quarantined } }: Collected): Promise<void> {
  await data('{"calls":[');
  for (const [i, call] of inspected.calls.entries()) await data(`${i > 0 ? ',' : ''}\n${JSON.stringify(call)}`);
  await data('],\n"answers":[');
  for (const [i, answer] of inspected.answers.entries()) await data(`${i > 0 ? ',' : ''}\n${JSON.stringify(answer)}`);
  await data(`],\n"quarantined":${JSON.stringify(quarantined)}}\n`);
}

function text(inspected: Inspected, collected: Collected, limit: number): string {
  const { bold, dim, red } = colours.data;
  const capped = inspected.calls.filter((call) => CAPPED.includes(call.verdict));
  const lines = [
    bold(`${counted(inspected.calls.length, 'call')}, ${grouped(capped.length)} capped`),
    '',
    perTool(inspected.calls),
  ];
  for (const call of capped.slice(0, limit)) lines.push(...about(call));
  if (capped.length > limit)
    lines.push(
      '',
      dim(`${grouped(limit)} of ${grouped(capped.length)} capped calls shown; --limit ${capped.length} shows all`),
    );
  lines.push(...stated(inspected.answers, limit));
  if (collected.logs.quarantined.length > 0) {
    lines.push('', red(`${counted(collected.logs.quarantined.length, 'record')} could not be read:`));
    for (const { where, reason } of collected.logs.quarantined.slice(0, limit))
      lines.push(`  ${plain(where)}: ${reason}`);
    if (collected.logs.quarantined.length > limit)
      lines.push(`  … ${grouped(limit)} of ${grouped(collected.logs.quarantined.length)} shown`);
  }
  return `${lines.join('\n')}\n`;
}

/** How many claims of the answers are borne out, and those that are not. */
function stated(answers: Inspected['answers'], limit: number): string[] {
  const claims = answers.flatMap((answer) => answer.claims.map((claim) => ({ answer, claim })));
  if (claims.length === 0) return [];
  const { bold, dim, red } = colours.data;
  const wrong = claims.filter(({ claim }) => FALSE_VERDICTS.includes(claim.verdict));
  const lines = [
    '',
    bold(
      `${counted(answers.length, 'answer')} with ${counted(claims.length, 'claim')} about a set, ${grouped(wrong.length)} not borne out`,
    ),
  ];
  for (const { answer, claim } of wrong.slice(0, limit))
    lines.push(
      '',
      `${red(verdictWord(claim.verdict))} “${plain(claim.text)}” ${dim(plain(answer.id))}`,
      `  ${plain(claim.says)}`,
    );
  if (wrong.length > limit) lines.push('', dim(`${grouped(limit)} of ${grouped(wrong.length)} shown`));
  return lines;
}

function perTool(calls: readonly InspectedCall[]): string {
  const tools = new Map<string, InspectedCall[]>();
  for (const call of calls) {
    const known = tools.get(call.tool);
    if (known) known.push(call);
    else tools.set(call.tool, [call]);
  }
  const rows = [...tools].map(([tool, of]) => {
    const by = (verdict: string) => grouped(of.filter((call) => call.verdict === verdict).length);
    const capped = of.filter((call) => CAPPED.includes(call.verdict)).length;
    return {
      capped,
      cells: [
        plain(tool),
        grouped(of.length),
        grouped(capped),
        by('flagged'),
        by('silent'),
        by('stale'),
        by('complete'),
        by('unknown'),
      ],
    };
  });
  rows.sort((a, b) => b.capped - a.capped);
  const head = ['tool', 'calls', 'capped', 'flagged', 'silent', 'stale', 'complete', 'unknown'];
  return table(
    head,
    rows.map((row) => row.cells),
  );
}

function about(call: InspectedCall): string[] {
  const { bold, dim } = colours.data;
  const unseen = {
    none: 'nothing unseen',
    unknown: 'unseen unknown',
    exact: `${call.unseen.rows} unseen`,
    at_least: `at least ${call.unseen.rows} unseen`,
  };
  const facts = [
    call.present === null ? null : `${counted(call.present, 'row')} present`,
    call.limit
      ? `limit ${grouped(call.limit.value)} (${call.limit.source}, ${call.limit.imposed ? 'imposed' : 'asked'})`
      : null,
    unseen[call.unseen.kind],
    call.recovered ? 'recovered' : null,
  ];
  return [
    '',
    `${bold(call.verdict)} ${plain(call.tool)} ${dim(plain(call.id))}`,
    `  ${facts.filter((fact) => fact !== null).join(' · ')}`,
    ...call.findings.map((finding) => `  ${plain(finding.says)}`),
  ];
}
