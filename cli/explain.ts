import { type Command, Option } from 'commander';
import { dataFolder } from '@/db/paths';
import { type AnswerDetail, answer as answerOf } from '@/db/questions/answer';
import { answers } from '@/db/questions/answers';
import { type CallDetail, call as callOf } from '@/db/questions/call';
import { type Found, findId, nearestId, sessionCalls } from '@/db/questions/find-id';
import { type ShownHistory, toolHistory } from '@/db/questions/tool-history';
import type { Dataset, Store } from '@/db/store';
import { datasets, storeOf } from '@/db/stores';
import { answerReport } from '@/lib/claims/report';
import { verdictWord } from '@/lib/claims/verdict-words';
import type { Evidence, LimitFact } from '@/lib/contract/types';
import { certainty } from '@/lib/verdict/certainty';
import { rulePath, unseenSays } from '@/lib/verdict/path';
import type { Judgement } from '@/lib/verdict/types';
import { CommandError, EXIT } from './errors';
import { colours, data, grouped, plain } from './output';
import { dataOption, storeFor } from './pick';
import { table } from './table';

interface Options {
  json?: boolean;
  format?: string;
  data?: Dataset;
}

const LISTED = 100;

/** `capwatch explain`: why a call was judged as it was. */
export function explainCommand(program: Command): void {
  program
    .command('explain')
    .description(
      'Why a call or an answer was judged as it was: the rules, the evidence, and what would have made it certain.',
    )
    .argument('<what>', 'the id of a call, an answer or a session; or a pasted part of an answer')
    .option('--json', 'for programs')
    .addOption(
      new Option('--format <format>', 'md: an answer as a report to paste into a ticket').choices(['text', 'md']),
    )
    .addOption(dataOption())
    .addHelpText(
      'after',
      `
Examples:
  capwatch explain c-1842
  capwatch explain c-1842 --json
  capwatch explain session-17
  capwatch explain "there were 20 incidents"
  capwatch explain a-17 --format md`,
    )
    .action(run);
}

async function run(id: string, options: Options): Promise<void> {
  const stores = options.data ? [await storeFor(options.data)] : await allStores();
  for (const store of stores) {
    const found = await findId(store, id);
    if (found === null) continue;
    const explained = await explainFound(store, id, found);
    await data(options.json ? `${JSON.stringify(explained.value)}\n` : told(explained, options.format));
    return;
  }
  for (const store of stores) {
    const explained = await explainPasted(store, id);
    if (explained === null) continue;
    await data(options.json ? `${JSON.stringify(explained.value)}\n` : told(explained, options.format));
    return;
  }
  throw new CommandError(await unknown(stores, id), EXIT.usage);
}

/** Own data first; a CommandError when there is neither. */
async function allStores(): Promise<Store[]> {
  const folder = dataFolder();
  const states = (await datasets(folder)).filter(({ exists, trouble }) => exists && trouble === null);
  return states.length === 0 ? [await storeFor(undefined)] : states.map(({ dataset }) => storeOf(dataset, folder));
}

async function unknown(stores: readonly Store[], id: string): Promise<string> {
  for (const store of stores) {
    const near = await nearestId(store, id);
    if (near !== null) return `there is no call, answer or session ${plain(id)}; did you mean ${plain(near)}?`;
  }
  return `there is no call, answer or session ${plain(id)}; ids stand in the log, and on the dashboard under Calls`;
}

interface Explained {
  value: object;
  text: string;
  report?: string;
}

function told({ text, report }: Explained, format: string | undefined): string {
  if (format !== 'md') return text;
  if (report === undefined) throw new CommandError('--format md is for answers; name one answer', EXIT.usage);
  return report;
}

async function explainFound(store: Store, id: string, found: Found): Promise<Explained> {
  if (found.kind === 'call') return explainCall(store, id);
  const answer = found.kind === 'answer' ? await answerOf(store, id) : null;
  return answer === null ? explainSession(store, id, found) : explainAnswer(answer);
}

/** Answers that hold a pasted text, at any time; one is explained, several are listed. Null when none does. */
async function explainPasted(store: Store, q: string): Promise<Explained | null> {
  const all = {
    from: 0,
    to: Date.now(),
    tools: [],
    accounts: [],
    segments: [],
    verdicts: [],
    caps: 'imposed' as const,
  };
  const found = await answers(store, all, { q, touched: false }, { limit: 20 });
  const [only] = found.rows;
  if (only === undefined) return null;
  const one = found.rows.length === 1 ? await answerOf(store, only.id) : null;
  if (one !== null) return explainAnswer(one);
  const rows = found.rows.map(({ id, ts, text, touched }) => [
    plain(id),
    new Date(ts).toISOString(),
    grouped(touched),
    plain(text.length > 90 ? `${text.slice(0, 90)}…` : text),
  ]);
  const shown = table(['answer', 'time', 'capped calls before it', 'text'], rows);
  const foot = `${grouped(found.returned)} of ${grouped(found.matched ?? 0)} answers, newest first. capwatch explain ANSWER says more.`;
  return { value: { kind: 'answers', ...found }, text: `${shown}\n\n${colours.data.dim(foot)}\n` };
}

/** One line for each call that owed more, however many claims rest on it. */
function owed({ remedies }: AnswerDetail): string[] {
  const calls = new Map(remedies.flatMap((one) => (one === null ? [] : [[one.call, one] as const])));
  return [...calls.values()].map(
    ({ call, says, contract, open }) => `${call}: ${says} Owed: ${contract}${open === null ? '' : ` (${open})`}`,
  );
}

function explainAnswer(found: AnswerDetail): Explained {
  const { turn, claims, remedies, paged, ...answer } = found;
  const lines = claims.flatMap(({ text, verdict, says, missing, evidence: places, calls }, i) => [
    `${i + 1}. “${text}”: ${verdictWord(verdict)}. ${says}`,
    ...(missing === null ? [] : [`   What would settle it: ${missing}.`]),
    ...evidence(places).map((line) => (calls[0] === undefined ? line : `${line}  (${calls[0]})`)),
  ]);
  const calls = turn.calls.map(
    ({ id, tool, judgement }) => `${id}  ${tool}  ${judgement.verdict}  ${judgement.findings[0]?.says ?? ''}`,
  );
  const head = [`answer ${plain(answer.id)} of session ${plain(answer.session)}`, plain(answer.text)];
  const body = [
    ...section('What it states', lines.length === 0 ? ['No statement about a set was found in it.'] : lines),
    ...section(
      'Aggregates that were answered by paging',
      paged.map(({ says }) => says),
    ),
    ...section('What would have made it right', owed(found)),
    ...section(`The calls behind it (${turn.calls.length} of ${grouped(turn.matched)})`, calls),
  ];
  const told = turn.calls.map(({ id, tool, args, judgement }) => ({ id, tool, args, ...judgement }));
  return {
    value: {
      kind: 'answer',
      answer,
      claims,
      remedies,
      paged,
      calls: told,
      matched: turn.matched,
      returned: turn.calls.length,
    },
    text: `${head.join('\n')}\n${body.join('\n')}\n`,
    report: answerReport({
      ...found,
      at: new Date(found.ts).toISOString(),
      asOf: new Date().toISOString(),
      calls: turn.calls,
      link: null,
    }),
  };
}

async function explainCall(store: Store, id: string): Promise<Explained> {
  const found = await callOf(store, id);
  if (found === null) throw new CommandError(await unknown([store], id), EXIT.usage);
  const { judgement, reading, limitFact } = found;
  const history = await toolHistory(store, found.tool, judgement.dialect);
  const { path, also } = rulePath(judgement, reading, learned(history, judgement.limit) ?? limitFact);
  const unseen = unseenSays(judgement);
  const certain = certainty(judgement, reading);
  const { tool, session, args } = found;
  const call = { id, tool, session, account: found.account.id || null, ts: timeOf(found), args, ...judgement };
  return {
    value: { kind: 'call', call, path, also, unseen, certain, history },
    text: text(found, [
      ...section('The rules', numbered(path)),
      ...section(
        'Also found',
        also.flatMap((one) => [`- ${one.says}`, ...evidence(one.evidence)]),
      ),
      ...section('Unseen', [unseen]),
      ...section(
        'What would make it certain',
        certain.map((one) => `- ${one}`),
      ),
      ...section('What this tool has shown', historyLines(history)),
    ]),
  };
}

/** Where a limit was learned from the tool's history, the lesson holds its evidence. */
function learned({ lesson }: ShownHistory, limit: Judgement['limit']): LimitFact | null {
  if (lesson === null || limit?.source !== 'learned') return null;
  const { proven, usual, clamped, ignored } = lesson;
  return [proven, usual, clamped, ignored].find((one) => one?.value === limit.value) ?? null;
}

function timeOf({ ts, tsKnown }: CallDetail): string | null {
  return tsKnown ? new Date(ts).toISOString() : null;
}

function text(found: CallDetail, lines: readonly string[]): string {
  const { id, tool, account, judgement } = found;
  const head = [`call ${id}`, tool, account.id || 'no account', timeOf(found) ?? 'no time'].map(plain).join(' · ');
  const verdict = judgement.basis === null ? judgement.verdict : `${judgement.verdict} (${judgement.basis})`;
  return `${head}\n${colours.data.bold(verdict)}  ${plain(shortened(found.args))}\n${lines.join('\n')}\n`;
}

function shortened(args: string): string {
  return args.length <= 200 ? args : `${args.slice(0, 200)}…`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', colours.data.dim(title), ...lines.map((line) => `  ${plain(line)}`)];
}

function numbered(steps: readonly { says: string; evidence: Evidence[] }[]): string[] {
  return steps.flatMap(({ says, evidence: found }, i) => [`${i + 1}. ${says}`, ...evidence(found)]);
}

function evidence(found: readonly Evidence[]): string[] {
  return found.map(({ path, value }) => `     ${path} = ${shortened(JSON.stringify(value))}`);
}

function historyLines(history: ShownHistory): string[] {
  const served = history.served.map(({ present, calls }) => `${grouped(present)} × ${grouped(calls)}`).join(', ');
  const of =
    history.pages > history.served.length ? ` (${history.served.length} of ${grouped(history.pages)} sizes)` : '';
  return [
    served === '' ? '' : `Rows served where no limit is stated, largest first: ${served}${of}.`,
    history.exceeded > 0 ? `Its total exceeded the page ${grouped(history.exceeded)} times: it is a total.` : '',
    history.moved > 0 ? `Its total moved with the limit in ${grouped(history.moved)} calls: it is a page.` : '',
    history.noMoreWrong > 0
      ? `It said "no more" on ${grouped(history.noMoreFull)} full pages and was wrong on ${grouped(history.noMoreWrong)}.`
      : '',
  ].filter((line) => line !== '');
}

async function explainSession(store: Store, id: string, found: Exclude<Found, { kind: 'call' }>): Promise<Explained> {
  const session = found.kind === 'answer' ? found.session : id;
  const list = await sessionCalls(store, session, LISTED);
  const answer = found.kind === 'answer' ? { id, question: found.question, text: found.text } : null;
  const rows = list.calls.map((call) => [
    plain(call.id),
    plain(call.tool),
    call.verdict,
    call.present === null ? '–' : grouped(call.present),
    call.limit === null ? '–' : grouped(call.limit),
    unseenText(call.unseenKind, call.unseenRows),
    call.recovered ? 'yes' : '',
  ]);
  const head =
    answer === null
      ? [`session ${plain(session)}`]
      : [`answer ${plain(id)} of session ${plain(session)}`, plain(answer.text)];
  const foot = `${grouped(list.returned)} of ${grouped(list.matched)} calls. capwatch explain CALL says why.`;
  const shown = table(['call', 'tool', 'verdict', 'rows', 'limit', 'unseen', 'recovered'], rows);
  return {
    value: { kind: found.kind, session, ...(answer === null ? {} : { answer }), ...list },
    text: `${head.join('\n')}\n\n${shown}\n\n${colours.data.dim(foot)}\n`,
  };
}

function unseenText(kind: string, rows: number | null): string {
  if (kind === 'none') return '0';
  if (kind === 'unknown' || rows === null) return 'unknown';
  return kind === 'exact' ? grouped(rows) : `at least ${grouped(rows)}`;
}
