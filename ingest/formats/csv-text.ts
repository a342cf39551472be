import { parse } from 'csv-parse/sync';

const DELIMITERS = [',', ';', '\t'];

/** The delimiter of a header line: the one that stands in it most often outside quotes. */
export function delimiterOf(line: string): string {
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const count = (char: string) => bare.split(char).length;
  return DELIMITERS.reduce((best, char) => (count(char) > count(best) ? char : best));
}

/** The cells of one record, or why it is none. Never throws. */
export function cellsOf(text: string, delimiter: string): string[] | { problem: string } {
  try {
    const rows = parse(text, { delimiter, relax_quotes: true, relax_column_count: true, record_delimiter: RECORD });
    return rows.length === 1 ? (rows[0] ?? []) : { problem: `${rows.length} records where one was expected` };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** What ends no line of a record: its text holds one record only, and its line ends are its own. */
const RECORD = '\u0000\u0000';

/** Whether a record goes on after this line: a quote that opened a cell (only there one opens) is not closed yet. */
export function isOpenAfter(line: string, delimiter: string, openBefore: boolean): boolean {
  let open = openBefore;
  let at = 0;
  for (;;) {
    if (open) {
      at = line.indexOf('"', at);
      if (at < 0) return true;
      const isPair = line[at + 1] === '"';
      open = isPair;
      at += isPair ? 2 : 1;
    } else if (line[at] === '"' && (at === 0 || line[at - 1] === delimiter)) {
      open = true;
      at++;
    } else {
      const next = line.indexOf(delimiter, at);
      if (next < 0) return false;
      at = next + 1;
    }
  }
}
