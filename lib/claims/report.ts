import { count, money } from '../format/number';
import type { PagedAggregate } from './paged';
import type { Remedy } from './remedy';
import type { EvidenceCall, JudgedClaim } from './types';
import { verdictWord } from './verdict-words';

/** What a report is written from. */
export interface ReportFacts {
  id: string;
  session: string;
  /** ISO 8601, UTC. */
  at: string;
  asOf: string;
  question: string | null;
  text: string;
  account: { id: string; name: string | null; revenue: number | null; currency: string | null };
  claims: readonly JudgedClaim[];
  /** In the order of `claims`. */
  remedies: readonly (Remedy | null)[];
  paged: readonly PagedAggregate[];
  calls: readonly EvidenceCall[];
  link: string | null;
}

/** One answer with its claims and the calls behind them, to paste into a ticket. Markdown; text from the log is escaped. Pure. */
export function answerReport(facts: ReportFacts): string {
  const { account, claims, calls, question, text, link } = facts;
  const who = account.id === '' ? 'no account' : (account.name ?? account.id);
  const worth = account.revenue === null ? '' : `, ${money(account.revenue, account.currency)} a year`;
  const parts = [
    `# Answer ${plain(facts.id)}`,
    `Given ${facts.at} in session ${plain(facts.session)} for ${plain(who)}${worth}. Judged ${facts.asOf}.`,
    question === null ? null : `**Question:** ${plain(question)}`,
    `**Answer:**\n\n${quoted(text)}`,
    '## What it states',
    claims.length === 0 ? 'No statement about a set was found in it.' : claims.map(claimLine).join('\n'),
    ...facts.paged.map(({ says }) => plain(says)),
    ...remedyPart(facts.remedies),
    '## The calls behind it',
    calls.length === 0 ? 'The log holds no call before it in this session.' : calls.map(callLine).join('\n'),
    link === null ? null : `<${link}>`,
  ];
  return `${parts.filter((part) => part !== null).join('\n\n')}\n`;
}

function claimLine(claim: JudgedClaim, i: number): string {
  const missing = claim.missing === null ? '' : ` Missing: ${plain(claim.missing)}.`;
  const on = claim.calls.length === 0 ? '' : ` (${claim.calls.map(plain).join(', ')})`;
  return `${i + 1}. “${plain(claim.text)}”: **${verdictWord(claim.verdict)}**. ${plain(claim.says)}${missing}${on}`;
}

/** One line for each call that owed more, however many claims rest on it. */
function remedyPart(remedies: readonly (Remedy | null)[]): string[] {
  const owed = new Map(remedies.flatMap((one) => (one === null ? [] : [[one.call, one] as const])));
  if (owed.size === 0) return [];
  const lines = [...owed.values()].map(
    ({ call, says, contract, open }) =>
      `- ${plain(call)}: ${plain(says)} It should have declared \`${contract}\`${open === null ? '' : ` (${plain(open)})`}.`,
  );
  return ['## What would have made it right', lines.join('\n')];
}

function callLine({ id, tool, args, judgement }: EvidenceCall): string {
  const { present, unseen, verdict } = judgement;
  const rows = present === null ? 'rows unknown' : `${count(present)} rows`;
  const open = {
    none: 'nothing unseen',
    unknown: 'unseen unknown',
    exact: `${unseen.rows} unseen`,
    at_least: `at least ${unseen.rows} unseen`,
  };
  return `- ${plain(id)} ${plain(tool)} \`${args.slice(0, 200).replace(/[`\s]+/g, ' ')}\`: ${verdict}, ${rows}, ${open[unseen.kind]}`;
}

function quoted(text: string): string {
  return text
    .slice(0, 20_000)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, (mark) => `\\${mark}`);
}
