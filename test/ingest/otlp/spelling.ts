/** JSON respelled without spaces, so that texts of different makers compare; any other text as it is. */
export function inOneSpelling(text: string | null): string | null {
  return text !== null && /^\s*[[{]/.test(text) ? JSON.stringify(JSON.parse(text)) : text;
}
