/** CSV as text: records may hold line breaks, cells may hold commas, both in quotes. */

/** The records of a CSV, its header first. */
export function csvRecords(lines: readonly string[]): string[] {
  const rows: string[] = [];
  let open = '';
  for (const line of lines) {
    if (open === '' && line.trim() === '') continue;
    const whole = open === '' ? line : `${open}\n${line}`;
    open = whole.split('"').length % 2 === 0 ? whole : '';
    if (open === '') rows.push(whole);
  }
  return open === '' ? rows : [...rows, open];
}

/** The cells of one record, unquoted. */
export function csvCells(record: string): string[] {
  const cells: string[] = [];
  for (const match of record.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g))
    cells.push(match[1] === undefined ? (match[2] ?? '').trim() : match[1].replaceAll('""', '"'));
  return cells;
}
