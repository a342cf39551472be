/** Python's own spelling of a list (`[(1, 'a'), {'b': None}]`), as agent frameworks print results with `str()`. */

const OPEN = '([{';
const CLOSE = ')]}';

/** The texts of the elements of a printed list; null when the text is no whole list. One pass, strings skipped. */
export function pythonList(source: string): string[] | null {
  const text = source.trim();
  if (!text.startsWith('[') || !text.endsWith(']')) return null;
  const out: string[] = [];
  let depth = 0;
  let from = 1;
  for (let at = 0; at < text.length; at++) {
    const c = text[at] ?? '';
    if (c === "'" || c === '"') at = closing(text, at);
    else if (OPEN.includes(c)) depth++;
    else if (CLOSE.includes(c)) {
      depth--;
      if (depth === 0 && at !== text.length - 1) return null;
    } else if (c === ',' && depth === 1) {
      out.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  if (depth !== 0) return null;
  const last = text.slice(from, -1).trim();
  return last === '' ? out : [...out, last];
}

/** Where the string that begins at `at` ends; past the text when it does not. */
function closing(text: string, at: number): number {
  const quote = text[at];
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === quote) return i;
  }
  return text.length;
}

/** True for a text that begins like a printed list and is no JSON: tuples, or strings in single quotes. */
export function looksPython(head: string): boolean {
  return /^\s*\[\s*(?:\(|'|\{\s*'|[A-Z]\w*\((?:\w+=|'))/.test(head);
}
