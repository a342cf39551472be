/** What docs/judgement.md says of the written set: a confusion table per half, between two marks. */

import type { Scenario } from './scenario';
import { type Half, writtenSet } from './scenarios';
import { type Compared, compare, composition, type Group, groupOf, score } from './score';

const MARKS = ['<!-- claims:table -->', '<!-- /claims:table -->'] as const;

const GROUP_NAMES: [Group | null, string][] = [
  ['bad', 'false'],
  ['good', 'supported or hedged'],
  ['open', 'unsupported'],
  [null, 'no claim'],
];

const groupIn = (claim: Compared['wanted'] | Compared['found']): Group | null => claim && groupOf(claim.verdict);

/** Three digits, never rounded up to 1. */
const rounded = (share: number): string => (Math.floor(share * 1000) / 1000).toFixed(3);

function table(half: Half, scenarios: readonly Scenario[]): string {
  const compared = scenarios.flatMap(compare);
  const { precision, recall, right, falseAlarms, missed } = score(compared);
  const { answers, honest } = composition(scenarios);
  const rows = GROUP_NAMES.map(([wanted, name]) => {
    const cells = GROUP_NAMES.map(([found]) =>
      // Nobody marked it and nothing was found: there is no counting that.
      wanted === null && found === null
        ? ''
        : compared.filter((one) => groupIn(one.wanted) === wanted && groupIn(one.found) === found).length,
    );
    return `| ${[name, ...cells].join(' | ')} |`;
  });
  return [
    `**The ${half} half**: ${answers} sentences in ${scenarios.length} scenarios, ${honest} of them honest (without a false claim).`,
    `Of "false": precision ${rounded(precision)} (${falseAlarms} false alarms), recall ${rounded(recall)} (${right} found, ${missed} missed).`,
    '',
    `| as written | ${GROUP_NAMES.map(([, name]) => `judged: ${name}`).join(' | ')} |`,
    `|${'---|'.repeat(GROUP_NAMES.length + 1)}`,
    ...rows,
  ].join('\n');
}

/** The document with its tables made anew; throws where it has no marks. */
export async function withClaimTables(document: string): Promise<string> {
  const [from, to] = [document.indexOf(MARKS[0]), document.indexOf(MARKS[1])];
  if (from < 0 || to < from) throw new Error(`docs/judgement.md lacks ${MARKS.join(' ')}`);
  const { tuning, testing } = await writtenSet();
  const tables = [table('testing', testing), table('tuning', tuning)].join('\n\n');
  return `${document.slice(0, from + MARKS[0].length)}\n${tables}\n${document.slice(to)}`;
}
