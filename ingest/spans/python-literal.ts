const TOKEN =
  /\s*(?:('(?:[^'\\]|\\.)*')|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(True|False|None)|([{}[\](),:]))/y;

const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

/**
 * A Python dict or list literal as JSON: LangChain's callbacks write tool arguments as `str(dict)`.
 * Null for anything that is more than literals.
 */
export function pythonAsJson(text: string): string | null {
  if (!/^\s*[[{]/.test(text) || text.length > 100_000) return null;
  let written = '';
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.trimEnd().length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (!token) return null;
    const [, single, double, number, word, mark] = token;
    const quoted = single ?? double;
    if (quoted !== undefined) written += JSON.stringify(unescaped(quoted.slice(1, -1)));
    else written += number ?? (word === undefined ? bracket(mark ?? '') : (WORDS[word] ?? ''));
  }
  return isJson(written) ? written : null;
}

/** Tuples become lists. */
function bracket(mark: string): string {
  if (mark === '(') return '[';
  return mark === ')' ? ']' : mark;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\s\S])/g, (_, code: string) =>
    code.length > 1 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (ESCAPES[code] ?? code),
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
