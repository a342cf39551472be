/**
 * Decodes the string between the quotes at `start` and `end`. A string that was cut gives what stood before the cut,
 * without a half escape; a string that is not valid JSON gives its source.
 */
export function decodeString(text: string, start: number, end: number, closed: boolean): string {
  const source = text.slice(start + 1, closed ? end - 1 : end);
  if (!source.includes('\\')) return source;
  return parsed(closed ? text.slice(start, end) : `"${withoutHalfEscape(source)}"`) ?? source;
}

function parsed(literal: string): string | null {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

function withoutHalfEscape(source: string): string {
  // At most six characters can belong to an unfinished escape; an even run of backslashes is no escape at all.
  for (let at = source.length - 1; at >= Math.max(0, source.length - 5); at--) {
    if (source[at] !== '\\') continue;
    let run = 1;
    while (source[at - run] === '\\') run++;
    const need = source[at + 1] === 'u' ? 6 : 2;
    return run % 2 === 1 && source.length - at < need ? source.slice(0, at) : source;
  }
  return source;
}
