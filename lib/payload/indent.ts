export type TokenKind = 'key' | 'string' | 'number' | 'word' | 'mark' | 'text';

export interface Token {
  kind: TokenKind;
  text: string;
}

const TOKEN = /"(?:[^"\\]|\\[\s\S])*(?:"|$)|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]|\s+|[^\s"{}[\],:]+/g;

/**
 * JSON source as coloured tokens, with line breaks added between its parts and nothing else changed: numbers keep
 * their digits, text that was cut stays cut. With `flat` the source keeps its own line breaks.
 */
export function indent(source: string, flat = false): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  const lineBreak = () => tokens.push({ kind: 'mark', text: `\n${'  '.repeat(Math.min(depth, 40))}` });
  for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
    const part = match[0];
    const c = part[0] ?? '';
    if (/\s/.test(c)) {
      if (flat) tokens.push({ kind: 'mark', text: part });
    } else if (c === '"') {
      const key = /^\s*:/.test(source.slice(TOKEN.lastIndex, TOKEN.lastIndex + 32));
      tokens.push({ kind: key ? 'key' : 'string', text: part });
    } else if (c === '{' || c === '[') {
      tokens.push({ kind: 'mark', text: c });
      depth++;
      if (!flat && !/^\s*[}\]]/.test(source.slice(TOKEN.lastIndex, TOKEN.lastIndex + 32))) lineBreak();
    } else if (c === '}' || c === ']') {
      depth = Math.max(0, depth - 1);
      if (!flat && !/[{[]\s*$/.test(source.slice(Math.max(0, match.index - 32), match.index))) lineBreak();
      tokens.push({ kind: 'mark', text: c });
    } else if (c === ',') {
      tokens.push({ kind: 'mark', text: c });
      if (!flat) lineBreak();
    } else if (c === ':') tokens.push({ kind: 'mark', text: flat ? ':' : ': ' });
    else
      tokens.push({
        kind: /^-?\d/.test(part) ? 'number' : /^(true|false|null)$/.test(part) ? 'word' : 'text',
        text: part,
      });
  }
  TOKEN.lastIndex = 0;
  return tokens;
}
