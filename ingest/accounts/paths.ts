const PLACE = '{account}';

/** What is wrong with a path pattern, for people; null when it can be used. */
export function patternProblem(text: string): string | null {
  const places = text.split(PLACE).length - 1;
  if (places === 1) return null;
  const example = 'such as "logs/{account}/*.jsonl"';
  return places === 0 ? `${PLACE} is missing, ${example}` : `${PLACE} stands more than once; it may once, ${example}`;
}

/**
 * The account that a file's path names by one of these patterns: `{account}` is a folder's or file's name or a part of
 * it, `*` anything but a separator, `**` anything. A pattern may begin at any folder and must reach the end of a name.
 */
export function accountInPath(path: string, patterns: readonly string[]): string | null {
  const plain = path.replaceAll('\\', '/');
  for (const pattern of patterns) {
    const found = expressionOf(pattern).exec(plain)?.groups?.account;
    if (found) return found;
  }
  return null;
}

const known = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  const before = known.get(pattern);
  if (before) return before;
  const parts = pattern.replaceAll('\\', '/').split(/(\{account\}|\*\*|\*)/);
  const body = parts.map((part) => WILD[part] ?? part.replaceAll(/[.*+?^${}()|[\]]/g, '\\$&')).join('');
  const made = new RegExp(
    `${pattern.startsWith('/') ? '^' : '(?:^|/)'}${body}${/[/*]$/.test(pattern) ? '' : '(?=/|$)'}`,
  );
  known.set(pattern, made);
  return made;
}

const WILD: Record<string, string> = { [PLACE]: '(?<account>[^/]+?)', '**': '.*?', '*': '[^/]*' };
