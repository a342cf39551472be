/** One RFC 4180 cell; a text that a spreadsheet would run as a formula gets a quote in front. */
export function quoted(cell: string | number | null): string {
  if (typeof cell === 'number') return String(cell);
  const text = cell === null ? '' : /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines of CSV, with the line ends that RFC 4180 asks for. */
export function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}
