import type { Evidence } from '../../contract/types';
import type { ClaimStep, ClaimVerdict, EvidenceCall } from '../types';

/** What a branch of the tree decides. */
export interface Decided {
  verdict: ClaimVerdict;
  calls: EvidenceCall[];
  evidence: Evidence[];
  says: string;
  missing?: string;
  /** The steps that led here; the deciding one is added last. */
  path?: ClaimStep[];
}

/** The evidence of a call's own verdict: where it says, or shows, that rows are missing. */
export function whyCapped(call: EvidenceCall): Evidence[] {
  const finding = call.judgement.findings[0];
  return finding?.evidence ?? [{ path: call.reading.rowsPath ?? 'result', value: call.judgement.present }];
}

/** What a call held of its set, in a few words. */
export function heldOf({ tool, judgement }: EvidenceCall): string {
  const { present, limit, unseen, verdict } = judgement;
  if (verdict === 'refused') return `${tool} refused to return its result`;
  const rows = present === null ? 'a part' : `${present} ${present === 1 ? 'row' : 'rows'}`;
  const cap = limit === null ? '' : ` under a limit of ${limit.value}`;
  const more =
    unseen.kind === 'exact' && unseen.rows !== null && present !== null
      ? `; ${unseen.rows} more matched`
      : unseen.kind === 'at_least'
        ? `; at least ${unseen.rows} more matched`
        : ', and nothing says whether that was all';
  return `${tool} returned ${rows}${cap}${verdict === 'complete' ? ', which was all' : more}`;
}
