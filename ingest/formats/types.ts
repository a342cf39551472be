import type { JsonValue } from '@/lib/json/types';
import type { LogRecord } from '@/lib/records';

/** What a format may look at to recognise a log: content only, never the name. */
export interface Head {
  /** The first bytes as text (up to 64 KiB), whole lines where there are any. */
  text: string;
  /** Whether `text` is the whole source. */
  whole: boolean;
}

export interface Recognised {
  /** 0 … 1; the highest wins, 0 is "not mine". */
  certainty: number;
  /** How the source is cut into units before they reach the reader. */
  unit: 'line' | 'document';
}

/** Where a reader runs: what it may use to derive ids and names. */
export interface FormatContext {
  /** Hash of the source's first bytes; ids that the log lacks are derived from it and the offset. */
  fingerprint: string;
  /** Path as given, for labels only. */
  path: string;
}

/** What one unit of a source meant. Every unit is accounted for: records, or a skipped type, or a reason for quarantine. */
export interface Step {
  records: LogRecord[];
  /** Record types that carry nothing for us, counted by type. */
  skipped?: string[];
  /** Why this unit (or a part of it) could not be read. */
  quarantine?: string[];
}

export interface FormatReader {
  /** Reads one line or the whole document. Never throws on a value that it did not expect. */
  read(unit: string, offset: number): Step;
  /** Blank lines are handed over too: they may stand inside a value. */
  readonly readsBlankLines?: boolean;
  /** At the end of a source that will not grow: what becomes of a unit that was held back. */
  endOfSource?(): Step;
  /** At the end of what is there now: calls whose result has not come yet, as calls without a result. */
  pending(): LogRecord[];
  /** What has to survive a restart (open calls and the like); committed with the position. */
  state(): JsonValue;
}

/** One format, one file. To add one: write the file and name it in `ingest/formats/index.ts`. */
export interface Format {
  id: string;
  name: string;
  /** Which programs leave this log, and where; for `docs/formats.md`. */
  reads: string;
  /** What the log or our reading of it does not keep; for `docs/formats.md`. */
  loses: string;
  recognise(head: Head): Recognised;
  open(context: FormatContext, state: JsonValue | null): FormatReader;
}
