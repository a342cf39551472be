/** Facts → verdict: every rule that matches becomes a finding, the worst decides. Pure, one call at a time. */

import type { ReadCall } from '../session/types';
import type { Context } from './context';
import { type Facts, factsOf } from './facts';
import { FLAGGED } from './rules/flagged';
import { NOTES } from './rules/notes';
import { hinted, SILENT } from './rules/silent';
import { STALE } from './rules/stale';
import type { Rule, Weighed, Weight } from './rules/types';
import { UNKNOWN } from './rules/unknown';
import type { Basis, Finding, Judgement, Verdict } from './types';
import { unseenOf } from './unseen';

export { ALONE, type Context } from './context';
export { grade } from './grade';
export { CAPPED, VERDICTS } from './types';

const RULES: readonly Rule[] = [...STALE, ...SILENT, ...FLAGGED, ...UNKNOWN, ...NOTES];
const ORDER: readonly Weight[] = ['stale', 'silent', 'flagged', 'unknown'];

/** Judges one call in the light of what the rest of the log knows. */
export function judge(call: ReadCall, context: Context): Judgement {
  const facts = factsOf(call, context);
  const { reading } = call;
  const apart = standsApart(facts);
  const found = apart === null ? RULES.flatMap((rule) => rule(facts)) : apart.findings;
  const worst = ORDER.find((weight) => found.some((finding) => finding.weight === weight));
  const verdict: Verdict = apart?.verdict ?? (worst === undefined || worst === 'note' ? 'complete' : worst);
  const ranked = [...found].sort((a, b) => rank(a.weight) - rank(b.weight));
  return {
    verdict,
    basis: verdict === 'complete' ? basisOf(facts) : null,
    findings: ranked.map(({ kind, evidence, says }): Finding => ({ kind, evidence, says })),
    present: reading.present,
    declared: declaredOf(facts),
    limit:
      context.limit === null
        ? null
        : { value: context.limit.value, source: context.limit.source, imposed: context.limit.imposed },
    unseen: unseenOf(facts, verdict),
    recovered:
      (context.recovered || context.walk?.reached === true) &&
      (verdict === 'flagged' || verdict === 'silent' || verdict === 'stale'),
    dialect: reading.dialect,
  };
}

function rank(weight: Weight): number {
  const at = ORDER.indexOf(weight);
  return at < 0 ? ORDER.length : at;
}

/** Results that hold no list to judge, and results that the log itself cut. */
function standsApart(facts: Facts): { verdict: Verdict; findings: Weighed[] } | null {
  const { reading, context } = facts;
  const finding = (kind: string, says: string, evidence: Weighed['evidence'] = []): Weighed[] => [
    { weight: 'note', kind, evidence, says },
  ];
  if (context.logCut !== null)
    return {
      verdict: 'unreadable',
      findings: finding('log_cut', 'The log was cut here, not the tool: what the model saw is not in it.', [
        ...context.logCut,
      ]),
    };
  switch (reading.shape) {
    case 'refusal':
      return {
        verdict: 'refused',
        findings: finding('refused', 'The tool declined to serve an oversized result; no row reached the model.'),
      };
    case 'error':
      return { verdict: 'error', findings: finding('error', 'The call failed.') };
    case 'unreadable':
      return reading.cut === null
        ? { verdict: 'unreadable', findings: finding('no_result', 'The log holds no result for this call.') }
        : {
            verdict: 'unreadable',
            findings: finding('log_cut', 'The log kept a preview of this result: what the model saw is not in it.', [
              reading.cut.evidence,
            ]),
          };
    case 'not_a_list':
      return { verdict: 'not_a_list', findings: [] };
    default:
      return null;
  }
}

/** Relation as shown: a total that is no total here is named a page. */
function declaredOf(facts: Facts): Judgement['declared'] {
  const { reading, context } = facts;
  const { matched, returned } = reading;
  const page =
    matched !== null &&
    matched.relation === 'exact' &&
    (context.moved !== null || (facts.full && facts.total === null));
  return {
    returned: returned?.value ?? null,
    matched: matched?.value ?? (reading.census === null ? null : reading.census.value),
    relation: matched === null ? (reading.census === null ? null : 'exact') : page ? 'page' : matched.relation,
  };
}

function basisOf(facts: Facts): Basis {
  const { context, reading } = facts;
  if (reading.census !== null) return 'census';
  if (context.walk?.ends && context.walk.pages > 1) return 'walk';
  if (facts.noMore !== null || facts.total !== null) return 'declared';
  if (context.total !== null) return context.total.source === 'walk' ? 'walk' : 'census';
  return context.limit === null || hinted(facts) ? 'no_limit' : 'short_page';
}
