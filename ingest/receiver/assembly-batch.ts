import type { AnswerRecord, CallRecord } from '@/lib/records';
import type { RevisedCall, Revision } from '../pipeline';
import type { Change } from './trace-changes';

/** Calls and answers that one write of the pipeline brings. */
const MOST_RECORDS = 2_000;

/** Changes of several traces of one source, that one write brings. */
export class AssemblyBatch {
  private readonly touched = new Set<string>();
  private readonly records: AnswerRecord[] = [];
  private readonly calls: RevisedCall[] = [];
  private readonly completions: CallRecord[] = [];
  private readonly withdrawn = { calls: [] as string[], answers: [] as string[] };

  constructor(readonly source: number) {}

  /**
   * Whether a trace that tells of these calls may join. Two traces that tell of one call may not be in one batch: the
   * second is told against what the first has made of the store.
   */
  hasRoomFor(source: number, calls: Iterable<string>): boolean {
    if (source !== this.source || this.size >= MOST_RECORDS) return false;
    for (const id of calls) if (this.touched.has(id)) return false;
    return true;
  }

  add({ records, revision, touched }: Change): void {
    this.records.push(...records);
    this.calls.push(...revision.calls);
    this.completions.push(...revision.completions);
    this.withdrawn.calls.push(...revision.withdrawn.calls);
    this.withdrawn.answers.push(...revision.withdrawn.answers);
    for (const id of touched) this.touched.add(id);
  }

  /** What has to be written; null when the store says the same already. */
  end(): { records: AnswerRecord[]; revision: Revision } | null {
    const { records, calls, completions, withdrawn } = this;
    if (this.size + withdrawn.calls.length + withdrawn.answers.length === 0) return null;
    return { records, revision: { calls, completions, withdrawn } };
  }

  private get size(): number {
    return this.records.length + this.calls.length + this.completions.length;
  }
}
