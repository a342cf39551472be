import type { Claim, EvidenceCall } from '../types';
import type { Scene } from './counts';
import { asksFor, isCapped, isComplete, terms } from './match';
import { type Decided, heldOf, whyCapped } from './verdict';

/** The run itself is spoken of: "the query finished without errors". */
const OF_THE_RUN =
  /\b(?:quer(?:y|ies)|command|request|run|build|job|script|call|search)\b.*\bwithout (?:any )?(?:error|warning|problem|issue)/i;

/** "No", "none", "does not exist": needs the whole set, and nothing in the log that shows one. */
export function judgeAbsence(claim: Claim, { carriers, all, rows }: Scene): Decided {
  if (OF_THE_RUN.test(claim.text)) {
    const failed = all.find(({ judgement }) => judgement.verdict === 'error');
    if (!failed && all.length > 0)
      return { verdict: 'supported', calls: all.slice(-1), evidence: [], says: 'The call ended without an error.' };
  }
  const capped = carriers.filter(
    (call) => isCapped(call) || call.judgement.verdict === 'refused' || call.reading.partial.length > 0,
  );
  const shown = contradiction(claim, all, rows);
  if (shown) return shown;
  const [first] = capped;
  if (first)
    return {
      verdict: 'false_absence',
      calls: capped.slice(0, 3),
      evidence: whyCapped(first),
      says: `What is absent from a part need not be absent: ${heldOf(first)}.`,
    };
  const complete = carriers.filter(isComplete);
  if (complete.length > 0 && complete.length === carriers.length)
    return {
      verdict: 'supported',
      calls: complete.slice(0, 3),
      evidence: complete
        .slice(0, 1)
        .map((call) => ({ path: call.reading.rowsPath ?? 'result', value: call.judgement.present })),
      says: `${complete[0]?.tool} returned the whole of it${complete[0]?.judgement.present === 0 ? ', and it is empty' : ''}.`,
    };
  const [doubtful] = carriers;
  return {
    verdict: 'unsupported',
    calls: carriers.slice(0, 3),
    evidence: doubtful ? whyCapped(doubtful) : [],
    says: doubtful
      ? `Nothing settles it: ${doubtful.judgement.findings[0]?.says ?? `${doubtful.tool} cannot show an absence.`}`
      : 'No call of the log looked for it.',
    missing: 'a complete list, or a count of zero by a tool that does not page',
  };
}

/** Another result shows a thing of exactly that name. */
function contradiction(claim: Claim, all: readonly EvidenceCall[], rows: Scene['rows']): Decided | null {
  for (const term of terms(claim)) {
    for (const call of all) {
      if (call.args.toLowerCase().includes(term) || call.judgement.present === 0) continue;
      const text = rows.of(call)?.text.toLowerCase();
      const at = text === undefined ? -1 : text.indexOf(term);
      if (at < 0 || !all.some((other) => other !== call && (asksFor(claim, other) || other.query !== call.query)))
        continue;
      return {
        verdict: 'false_absence',
        calls: [call],
        evidence: [{ path: `result@${at}`, value: term }],
        says: `${call.tool} shows “${term}”.`,
      };
    }
  }
  return null;
}

const STEM =
  /^(?:old|new|late|early|larg|big|small|high|low|long|short|slow|fast|most|top|recent|expens|common|first|last|best|worst)/;

/** "All", "only", "the oldest", lists given as whole: say something of every member of the set. */
export function judgeWhole(claim: Claim, scene: Scene): Decided {
  const listed = /\b(?:listed|shown|above|below|following)\b/i.test(claim.text);
  // Rows that are listed come from lists; a count beside them shows none.
  const lists = listed ? scene.all.filter(({ reading }) => reading.shape === 'list' || reading.shape === 'lines') : [];
  const carriers = lists.some(isCapped) ? lists : scene.carriers;
  const capped = carriers.filter(isCapped);
  const [first] = capped;
  if (claim.kind === 'order' || claim.kind === 'extreme') {
    const top = carriers.find((call) => isTop(claim, call));
    if (top)
      return {
        verdict: 'supported',
        calls: [top],
        evidence: [{ path: 'args', value: top.args.slice(0, 120) }],
        says: `${top.tool} was asked for exactly these, and gave them.`,
      };
  }
  if (first)
    return {
      verdict:
        claim.kind === 'exclusive' && /\b(?:only|else)\b/i.test(claim.text) ? 'false_absence' : 'sample_as_whole',
      calls: capped.slice(0, 3),
      evidence: whyCapped(first),
      says: `It speaks of the whole set and rests on a part: ${heldOf(first)}.`,
    };
  const complete = carriers.filter(isComplete);
  if (complete.length > 0 && complete.length === carriers.length)
    return {
      verdict: 'supported',
      calls: complete.slice(0, 3),
      evidence: complete
        .slice(0, 1)
        .map((call) => ({ path: call.reading.rowsPath ?? 'result', value: call.judgement.present })),
      says: `${complete[0]?.tool} returned the whole set.`,
    };
  return {
    verdict: 'unsupported',
    calls: carriers.slice(0, 3),
    evidence: [],
    says: carriers.length === 0 ? 'No call of the log returned this set.' : 'Whether the set was whole is not known.',
    missing: 'the complete list',
  };
}

/** The order that a superlative speaks of was asked for: by the tool's name, its arguments, or the order that it declares. */
function isTop(claim: Claim, { tool, args, reading, judgement }: EvidenceCall): boolean {
  const superlative = claim.text.toLowerCase().match(/\b\w+(?:est|st)\b|\bmost \w+|\btop\b/)?.[0] ?? '';
  const stem = superlative
    .replace(/^most /, '')
    .replace(/est$/, '')
    .slice(0, 5);
  if (stem.length < 3 && superlative !== 'top') return false;
  const asked = `${tool} ${args} ${reading.order?.value ?? ''}`.toLowerCase();
  const named = asked.includes(stem) && STEM.test(stem);
  return named && (claim.value === null || judgement.present === null || claim.value <= judgement.present);
}
