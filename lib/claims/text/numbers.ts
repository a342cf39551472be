/** A number in digits or words; null when the words are none. `1,649` and `two hundred and five` alike. */
export function numberOf(text: string, names: Readonly<Record<string, number>>): number | null {
  const digits = text.replace(/,(?=\d{3}\b)/g, '');
  if (/^\d+(?:\.\d+)?$/.test(digits)) return Number(digits);
  let thousands = 0;
  let rest: number | null = null;
  for (const word of text.toLowerCase().split(/[\s-]+/)) {
    if (word === 'and') continue;
    const value = names[word];
    if (value === undefined) return null;
    if (value === 1000) {
      thousands += Math.max(1, rest ?? 1) * 1000;
      rest = 0;
    } else rest = value === 100 ? Math.max(1, rest ?? 1) * 100 : (rest ?? 0) + value;
  }
  return rest === null ? null : thousands + rest;
}
