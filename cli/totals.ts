import type { FileOutcome } from '@/ingest/sources/file';
import type { readStream } from '@/ingest/sources/stdin';
import type { Input } from './inputs';
import { counted, plain } from './output';

/** What an ingest has done so far, and its account of it in words. */
export class Totals {
  calls = 0;
  answers = 0;
  accounts = 0;
  census = 0;
  duplicates = 0;
  quarantined = 0;
  /** Sources that the user named and that could not be read. */
  refused = 0;
  private sources = 0;
  private unchanged = 0;
  private readonly unknown: string[] = [];
  private readonly troubles: string[] = [];

  file({ path, named }: Input, outcome: FileOutcome): void {
    if (outcome.kind === 'read') this.add(outcome);
    else if (outcome.kind === 'unchanged') this.unchanged++;
    else if (named) this.refuse(path, outcome.kind === 'unknown' ? outcome.reason : 'it is empty');
    else this.unknown.push(path);
  }

  stream(result: Awaited<ReturnType<typeof readStream>>): void {
    if ('reason' in result) this.refuse('standard input', result.reason);
    else this.add(result);
  }

  refuse(path: string, reason: string): void {
    this.refused++;
    this.troubles.push(`cannot read ${plain(path)}: ${reason}`);
  }

  words(): string[] {
    const parts = [
      counted(this.calls, 'call'),
      counted(this.answers, 'answer'),
      this.accounts > 0 ? counted(this.accounts, 'account') : '',
      this.census > 0 ? counted(this.census, 'census record') : '',
      this.duplicates > 0 ? `${counted(this.duplicates, 'record')} known already` : '',
      this.quarantined > 0 ? `${counted(this.quarantined, 'record')} in quarantine` : '',
    ];
    const lines = [`Read ${counted(this.sources, 'source')}: ${parts.filter((part) => part !== '').join(', ')}.`];
    if (this.unchanged > 0) lines.push(`${counted(this.unchanged, 'source')} had nothing new.`);
    if (this.unknown.length > 0) lines.push(this.unknownWords());
    return [...lines, ...this.troubles];
  }

  private unknownWords(): string {
    const shown = this.unknown.slice(0, 3).map(plain).join(', ');
    const more = this.unknown.length > 3 ? `, … (3 of ${this.unknown.length} named)` : '';
    return `${counted(this.unknown.length, 'file')} in the folders ${this.unknown.length === 1 ? 'is' : 'are'} no log that Capwatch knows: ${shown}${more}`;
  }

  private add(
    tally: Extract<FileOutcome, { kind: 'read' }> | Exclude<Awaited<ReturnType<typeof readStream>>, { reason: string }>,
  ): void {
    this.sources++;
    for (const key of ['calls', 'answers', 'accounts', 'census', 'duplicates', 'quarantined'] as const)
      this[key] += tally[key];
  }
}
