import type { AnswerRecord, CallRecord } from '@/lib/records';
import type { CsvColumns, CsvField } from './csv-columns';
import { argumentsIn, durationIn, failed, nameOf, scaleOf, timeIn } from './csv-values';
import { derivedId } from './fields';
import type { Step } from './types';

/** A row, and where it stands. */
export interface Row {
  cells: readonly string[];
  text: string;
  offset: number;
  fingerprint: string;
}

/** Reads the rows of one table; what a header says is worked out once. */
export class CsvRows {
  private readonly scale: number;

  constructor(
    header: readonly string[],
    private readonly columns: CsvColumns,
  ) {
    this.scale = scaleOf(columns.durationMs === undefined ? '' : (header[columns.durationMs] ?? ''));
  }

  /** The call, the answer or both that a row holds. */
  read(row: Row): Required<Step> {
    const step: Required<Step> = { records: [], skipped: [], quarantine: [] };
    const tool = nameOf(this.cell(row, 'tool'));
    const answer = this.cell(row, 'answer').trim();
    if (tool !== null) step.records.push(this.call(row, tool, step));
    if (answer !== '') step.records.push(this.answer(row, answer, tool === null));
    if (step.records.length === 0) step.quarantine.push('the cell for the tool is empty');
    return step;
  }

  private call(row: Row, tool: string, step: Required<Step>): CallRecord {
    const result = this.cell(row, 'result');
    const sent = this.cell(row, 'sent');
    const duration = this.cell(row, 'durationMs');
    const durationMs = durationIn(duration, this.scale);
    const ts = timeIn(this.cell(row, 'ts'));
    if (ts === null && this.name(row, 'ts') !== null) step.skipped.push('time that could not be read');
    if (durationMs === null && nameOf(duration) !== null) step.skipped.push('duration that could not be read');
    return {
      type: 'call',
      id: this.name(row, 'id') ?? derivedId('csv', row.fingerprint, row.offset, row.text),
      ts,
      session: this.session(row),
      account: this.name(row, 'account'),
      tool,
      args: argumentsIn(this.cell(row, 'args')),
      result: result === '' ? null : result,
      sent: sent === '' ? null : sent,
      error: failed(this.cell(row, 'error')),
      agent: this.name(row, 'agent'),
      model: this.name(row, 'model'),
      environment: this.name(row, 'environment'),
      version: this.name(row, 'version'),
      durationMs,
    };
  }

  /** An answer that stands beside each call of its session is one: its id follows from what it says. */
  private answer(row: Row, text: string, isAlone: boolean): AnswerRecord {
    const session = this.session(row);
    const own = isAlone ? this.name(row, 'id') : null;
    return {
      type: 'answer',
      id: own ?? derivedId('csv', row.fingerprint, 0, `${session}\n${text}`),
      ts: isAlone ? timeIn(this.cell(row, 'ts')) : null,
      session,
      account: this.name(row, 'account'),
      question: this.name(row, 'question'),
      text,
    };
  }

  /** A table without sessions is one session: its calls are each other's neighbours. */
  private session(row: Row): string {
    return this.name(row, 'session') ?? `csv-${row.fingerprint.slice(0, 12)}`;
  }

  private name(row: Row, field: CsvField): string | null {
    return nameOf(this.cell(row, field));
  }

  private cell({ cells }: Row, field: CsvField): string {
    const at = this.columns[field];
    return at === undefined ? '' : (cells[at] ?? '');
  }
}
