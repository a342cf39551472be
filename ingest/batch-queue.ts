import type { Tally } from '@/db/sqlite/writer/sources';
import type { Batch, Pipeline } from './pipeline';
import { type Ahead, workAhead } from './work-ahead';

/**
 * Writes batches in their order, each in its own transaction. While the calls of one are read and packed on another
 * thread, the one before is written; `flush` before saying that everything is stored.
 */
export class BatchQueue {
  private waiting: { batch: Batch; ahead: Promise<Ahead> } | null = null;

  constructor(
    private readonly pipeline: Pipeline,
    private readonly onWritten: (tally: Tally, batch: Batch) => void,
  ) {}

  async add(batch: Batch): Promise<void> {
    const next = { batch, ahead: workAhead(batch.records) };
    await this.flush();
    this.waiting = next;
  }

  async flush(): Promise<void> {
    const next = this.waiting;
    this.waiting = null;
    if (next === null) return;
    const ahead = await next.ahead;
    this.onWritten(this.pipeline.write({ ...next.batch, ahead }), next.batch);
  }
}
