/** Splits a data line of spellings; shorter to read than a list of quoted words. */
export function words(line: string): readonly string[] {
  return line.split(' ');
}

/** A key without case and separators: `total_count`, `totalCount` and `@odata.count` are compared so. */
export function plain(key: string): string {
  const known = PLAIN.get(key);
  if (known !== undefined) return known;
  const made = key.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (PLAIN.size < 20_000) PLAIN.set(key, made);
  return made;
}

const PLAIN = new Map<string, string>();

/** `issues` → `issue`, `entries` → `entry`, `matches` → `match`; other words stay. */
export function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ches|shes|xes|sses)$/.test(word)) return word.slice(0, -2);
  return /s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

/** The parts of a name: `listPullRequests`, `list_pull_requests` and `list-pull-requests` alike. */
export function nameParts(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '');
}
