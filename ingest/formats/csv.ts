import type { JsonValue } from '@/lib/json/types';
import { type CsvColumns, mapColumns } from './csv-columns';
import { isReadable, tableHead } from './csv-head';
import { CsvRows } from './csv-rows';
import { cellsOf, delimiterOf, isOpenAfter } from './csv-text';
import type { Format, FormatContext, FormatReader, Head, Recognised, Step } from './types';

/** CSV with a header: one call or answer a row. Which column holds what is declared, or follows from well-known names. */
export const csv: Format = {
  id: 'csv',
  name: 'CSV of tool calls',
  reads:
    'tables with a header, by comma, semicolon or tab, one call or answer a row; `--map tool=tool_name,result=output` or `csv` in the configuration says which column holds what (`docs/configuration.md`)',
  loses:
    'Columns that nothing names. An empty cell and no result look the same: both are no result. Line ends inside a cell become `\\n`.',
  recognise,
  open: (context, state) => new Reader(context, state),
};

/** Unsure when only names speak for it, so that any format that knows its log goes first. */
function recognise(head: Head): Recognised {
  const table = tableHead(head.text);
  if (!table || !isReadable(table)) return { certainty: 0, unit: 'line' };
  return { certainty: table.isDeclared ? 0.99 : 0.3, unit: 'line' };
}

/** A record that is open longer than this was opened by a stray quote. */
const LONGEST_RECORD = 16 * 1024 * 1024;

interface Table {
  delimiter: string;
  header: string[];
  columns: CsvColumns;
}

/** A record whose quote is open: its lines, the offset of the first and its number. */
interface Held {
  lines: string[];
  length: number;
  offset: number;
  line: number;
}

const NOTHING: Step = { records: [] };

class Reader implements FormatReader {
  readonly readsBlankLines = true;
  private table: Table | null;
  private rows: CsvRows | null = null;
  private held: Held | null;
  /** Lines read so far. */
  private line: number;

  constructor(
    private readonly context: FormatContext,
    state: JsonValue | null,
  ) {
    // The state is our own, written by `state()` in the transaction that stored the position.
    const known = (state ?? {}) as unknown as { table?: Table | null; held?: Held | null; line?: number };
    this.table = known.table ?? null;
    this.held = known.held ?? null;
    this.line = known.line ?? 0;
  }

  read(unit: string, offset: number): Step {
    this.line++;
    const delimiter = this.table?.delimiter ?? delimiterOf(this.held?.lines[0] ?? unit);
    const isOpen = isOpenAfter(unit, delimiter, this.held !== null);
    if (this.held === null && !isOpen)
      return unit.trim() === '' ? NOTHING : this.record({ lines: [unit], length: 0, offset, line: this.line });
    this.held ??= { lines: [], length: 0, offset, line: this.line };
    this.held.lines.push(unit);
    this.held.length += unit.length + 1;
    if (this.held.length > LONGEST_RECORD) return this.endOfSource();
    return isOpen ? NOTHING : this.record(this.letGo(this.held));
  }

  /** Nothing follows any more: a record that is still open will not be closed. */
  endOfSource(): Step {
    if (this.held === null) return NOTHING;
    const { lines, line } = this.letGo(this.held);
    return refused(`${where(line, lines)}: a quote is opened and never closed`);
  }

  pending(): [] {
    return [];
  }

  state(): JsonValue {
    return { table: this.table, held: this.held, line: this.line } as unknown as JsonValue;
  }

  private letGo(held: Held): Held {
    this.held = null;
    return held;
  }

  private record({ lines, offset, line }: Held): Step {
    const text = lines.length === 1 ? (lines[0] ?? '') : lines.join('\n');
    const delimiter = this.table?.delimiter ?? delimiterOf(text);
    const cells = cellsOf(text, delimiter);
    if ('problem' in cells) return refused(`${where(line, lines)}: ${cells.problem}`);
    if (this.table === null) return this.header(cells, delimiter);
    const { header, columns } = this.table;
    if (cells.length !== header.length)
      return refused(`${where(line, lines)}: ${cells.length} cells where the header has ${header.length}`);
    if (cells.every((cell, i) => cell === header[i])) return { records: [], skipped: ['repeated header'] };
    if (columns.tool === undefined) return refused(`${where(line, lines)}: no column holds the tool`);
    this.rows ??= new CsvRows(header, columns);
    const step = this.rows.read({ cells, text, offset, fingerprint: this.context.fingerprint });
    return { ...step, quarantine: step.quarantine.map((reason) => `${where(line, lines)}: ${reason}`) };
  }

  private header(header: string[], delimiter: string): Step {
    this.table = { delimiter, header, columns: mapColumns(header).columns };
    return { records: [], skipped: ['header'] };
  }
}

function refused(reason: string): Step {
  return { records: [], quarantine: [reason] };
}

function where(line: number, lines: readonly string[]): string {
  return lines.length === 1 ? `line ${line}` : `lines ${line} to ${line + lines.length - 1}`;
}
