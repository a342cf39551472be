/** The way through the rules that led to a verdict, step by step. */

import type { Evidence, LimitFact, Reading } from '../contract/types';
import type { Finding, Judgement, Verdict } from './types';

export interface Step {
  /** What was asked at this step: 'rows' | 'limit' | 'refused' … 'complete'. */
  step: string;
  says: string;
  evidence: Evidence[];
}

const ORDER = ['stale', 'silent', 'flagged', 'unknown'] as const;
const ASKED: Record<(typeof ORDER)[number], string> = {
  stale: 'Stale? Nothing that is declared is contradicted.',
  silent: 'Silent? No full page without a trustworthy word on the rest.',
  flagged: 'Flagged? Nothing says that there is more.',
  unknown: 'Unknown? Nothing speaks against it.',
};
const APART: Partial<Record<Verdict, string>> = {
  refused: 'The tool declined to serve the result; no other rule applies.',
  error: 'The call failed; no other rule applies.',
  unreadable: 'The log holds no whole result; no other rule applies.',
  not_a_list: 'The result holds no list; no other rule applies.',
};
const BASIS: Record<NonNullable<Judgement['basis']>, string> = {
  declared: 'Complete: the result declares that this was all, and nothing contradicts it.',
  census: 'Complete: a count of the same set agrees.',
  walk: 'Complete: the pages of this query were read to their end.',
  short_page: 'Complete, presumed: the page is shorter than its limit.',
  no_limit: 'Complete, presumed: no limit is known that it could have reached.',
};

/**
 * Rules are asked from the worst verdict down; the first that matches decides. What else was found comes
 * after. `known`: the limit with its evidence, as read from the call or learned from its tool.
 */
export function rulePath(
  judged: Judgement,
  reading: Reading,
  known: LimitFact | null,
): { path: Step[]; also: Finding[] } {
  const path = [rowsStep(judged, reading)];
  const { verdict, findings } = judged;
  const apart = APART[verdict];
  if (apart !== undefined) {
    path.push({ step: verdict, says: apart, evidence: findings.flatMap((finding) => finding.evidence) });
    return { path, also: findings };
  }
  path.push(limitStep(judged, known));
  for (const step of ORDER) {
    if (step !== verdict) {
      path.push({ step, says: ASKED[step], evidence: [] });
      continue;
    }
    const [first, ...also] = findings;
    path.push({ step, says: `${title(step)}: ${first?.says ?? ''}`, evidence: first?.evidence ?? [] });
    return { path, also };
  }
  path.push({ step: 'complete', says: judged.basis === null ? 'Complete.' : BASIS[judged.basis], evidence: [] });
  return { path, also: findings };
}

function rowsStep({ present, dialect }: Judgement, { rowsPath, shape }: Reading): Step {
  const how = dialect === null ? '' : ` (dialect ${dialect})`;
  if (present === null)
    return { step: 'rows', says: `Read as ${shape.replaceAll('_', ' ')}${how}: no rows to count.`, evidence: [] };
  const count = `${present.toLocaleString('en-US')} ${present === 1 ? 'row' : 'rows'}`;
  return {
    step: 'rows',
    says: `Read as ${shape}${how}: ${count}.`,
    evidence: [{ path: rowsPath ?? 'result', value: present }],
  };
}

function limitStep({ limit }: Judgement, known: LimitFact | null): Step {
  if (limit === null) return { step: 'limit', says: 'No limit is known.', evidence: [] };
  const whose = limit.imposed ? 'imposed' : 'asked for by the agent';
  return {
    step: 'limit',
    says: `The limit that applied is ${limit.value.toLocaleString('en-US')} (${limit.source}, ${whose}).`,
    evidence: known?.value === limit.value ? [known.at] : [],
  };
}

function title(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What was not seen, and how that is known, in one sentence. */
export function unseenSays({
  unseen,
  recovered,
  verdict,
}: Pick<Judgement, 'unseen' | 'recovered' | 'verdict'>): string {
  const made = recovered ? ' Later pages of the same query reached the rest.' : '';
  const rows = (unseen.rows ?? 0).toLocaleString('en-US');
  if (unseen.kind === 'exact')
    return `${rows} ${unseen.rows === 1 ? 'row was' : 'rows were'} not seen, exactly: ${SOURCE[unseen.source ?? 'declared']}.${made}`;
  if (unseen.kind === 'at_least')
    return `At least ${rows} ${unseen.rows === 1 ? 'row was' : 'rows were'} not seen: ${SOURCE[unseen.source ?? 'sentinel']}.${made}`;
  if (unseen.kind === 'unknown') return `How many rows were not seen is unknown.${made}`;
  return verdict === 'not_a_list' ? 'There are no rows that could be missing.' : 'No row is known to be missing.';
}

const SOURCE = {
  declared: 'the result declares it',
  walk: 'other pages of the same query showed them',
  census: 'a count of the same set says so',
  sentinel: 'something in the result proves that there is more',
} as const;
