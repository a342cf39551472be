/** What would have made a statement right: the contract that the tool owed this call, the narrower query, the count. Pure. */

import { COUNT_WORDS, VERBS } from '../contract/data/counts';
import { queryNames } from '../contract/limits/args';
import { nameParts } from '../contract/words';
import { count } from '../format/number';
import { type EvidenceCall, FALSE_VERDICTS, type JudgedClaim } from './types';

/** What the store knows of the tool beside this call. */
export interface ToolFacts {
  /** Arguments that other calls of this tool gave. */
  args: readonly string[];
  /** All tools of the log. */
  tools: readonly string[];
}

export interface Remedy {
  call: string;
  tool: string;
  /** What the result should have declared about itself, as JSON; what the log does not know is said in `open`. */
  contract: string;
  /** What the declaration cannot be filled with from the log; null where all of it is known. */
  open: string | null;
  /** Arguments of this tool that this call did not give. */
  narrower: string[];
  /** Tools of the log that count such things. */
  counts: string[];
  /** All of it in one sentence. */
  says: string;
}

/** Null where the statement holds, or rests on no call that held fewer rows than matched. */
export function remedyOf(claim: JudgedClaim, call: EvidenceCall | undefined, facts: ToolFacts): Remedy | null {
  if (call === undefined || !(FALSE_VERDICTS.includes(claim.verdict) || claim.verdict === 'unsupported')) return null;
  if (!['flagged', 'silent', 'stale', 'refused', 'unknown'].includes(call.judgement.verdict)) return null;
  const { contract, open } = owed(call);
  const given = queryNames(call.args);
  const narrower = facts.args.filter((name) => !given.has(name));
  const counts = facts.tools.filter((tool) => tool !== call.tool && counting(tool) && alike(tool, call.tool));
  return { call: call.id, tool: call.tool, contract, open, narrower, counts, says: words(call, narrower, counts) };
}

/** A tool that counts says so in its name. */
function counting(tool: string): boolean {
  return nameParts(tool).some((part) => COUNT_WORDS.includes(part));
}

/** What the log knows of the declaration that was owed. */
function owed({ judgement }: EvidenceCall): { contract: string; open: string | null } {
  const { present, unseen, limit } = judgement;
  const fields: [string, unknown][] = [['returned', present]];
  let open: string | null = null;
  if (present !== null && (unseen.kind === 'exact' || unseen.kind === 'none'))
    fields.push(['matched', present + (unseen.rows ?? 0)]);
  else {
    open =
      present !== null && unseen.kind === 'at_least'
        ? `matched: the tool knows it; the log shows that it was ${count(present + (unseen.rows ?? 0))} or more`
        : 'matched: the tool knows it, the log does not';
    fields.push(['matched', null]);
  }
  fields.push(['has_more', unseen.kind === 'unknown' ? null : unseen.kind !== 'none']);
  if (limit !== null) fields.push(['limit', limit.value]);
  return { contract: JSON.stringify(Object.fromEntries(fields)), open };
}

function words({ tool, judgement }: EvidenceCall, narrower: readonly string[], counts: readonly string[]): string {
  const rows = judgement.present === null ? 'its rows' : `${count(judgement.present)} rows`;
  // A refusal is good behaviour: it owes a number, no rows.
  const parts =
    judgement.verdict === 'refused'
      ? [`${tool} declined to serve the result; it could have said how many rows matched`]
      : [`${tool} should have said how many matched beside ${rows}`];
  if (narrower.length > 0) parts.push(`the query could have been narrowed by ${listed(narrower)}`);
  parts.push(
    counts.length > 0
      ? `${listed(counts)} counts such things`
      : 'no tool of this log counts them: a count with the same filters would have answered in one call',
  );
  return `${parts.join('; ')}.`;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5);
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ');
}

/** Tools whose names share a word for what they return. */
function alike(one: string, other: string): boolean {
  const words = new Set(nameParts(other).filter((part) => !VERBS.includes(part)));
  return nameParts(one).some((part) => words.has(part));
}
