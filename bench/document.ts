import { readFileSync, writeFileSync } from 'node:fs';

/** A table as Markdown; the first column is words, the others are figures. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Replaces what stands between `<!-- bench:NAME -->` and `<!-- /bench:NAME -->`; throws when the markers are gone. */
export function rewrite(path: string, name: string, body: string): void {
  const document = readFileSync(path, 'utf8');
  const [open, close] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const [start, end] = [document.indexOf(open), document.indexOf(close)];
  if (start < 0 || end < start)
    throw new Error(`${path} has no place for the figures of "${name}" (${open} … ${close}).`);
  writeFileSync(path, `${document.slice(0, start + open.length)}\n\n${body}\n\n${document.slice(end)}`);
}
