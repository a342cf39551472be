import { colours } from './output';

/** A plain text table: the first column left, numbers right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(width(title), ...rows.map((row) => width(row[i] ?? ''))));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => {
        const space = ' '.repeat(Math.max(0, (widths[i] ?? 0) - width(cell)));
        return i === 0 ? cell + space : space + cell;
      })
      .join('  ')
      .trimEnd();
  return [colours.data.dim(line(head)), ...rows.map(line)].join('\n');
}

/** Columns that a text takes, near enough: East Asian wide characters take two. */
function width(text: string): number {
  let columns = 0;
  for (const char of text)
    columns += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
      char,
    )
      ? 2
      : 1;
  return columns;
}
