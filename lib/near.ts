/** Names that someone may have meant, most alike first: a part of one another, or few letters apart. At most `most`. */
export function nearNames(wanted: string, names: readonly string[], most = 3): string[] {
  const asked = wanted.toLowerCase().slice(0, LONGEST);
  const allowed = Math.max(1, Math.floor(asked.length / 3));
  return names
    .map((name) => ({ name, off: distance(asked, name.toLowerCase().slice(0, LONGEST), allowed) }))
    .filter(({ off }) => off <= allowed)
    .sort((a, b) => a.off - b.off || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name);
}

/** Names are hostile text: longer ones are compared by their beginning. */
const LONGEST = 200;

function distance(a: string, b: string, allowed: number): number {
  if (a.length >= 3 && b.includes(a)) return 0.5;
  if (b.length >= 3 && a.includes(b)) return 0.5;
  if (Math.abs(a.length - b.length) > allowed) return Number.POSITIVE_INFINITY;
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced));
    }
    above = row;
  }
  return above[b.length] ?? 0;
}
