/** The cells of one row of a Markdown table, trimmed; the outer bars are optional. */
export function tableCells(row: string): string[] {
  const cells = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return cells.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
