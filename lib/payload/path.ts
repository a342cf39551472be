/** Paths of values in a payload, in the one spelling that evidence uses: `result.page.total`, `result.items[3]`. */

/** The path of a key below `path`. */
export function keyPath(path: string, key: string): string {
  return `${path}.${key}`;
}

/** The path of an element below `path`. */
export function indexPath(path: string, index: number): string {
  return `${path}[${index}]`;
}

/** Whether `path` is `under` itself or stands below it. */
export function within(path: string, under: string): boolean {
  if (!path.startsWith(under)) return false;
  const next = path[under.length];
  return next === undefined || next === '.' || next === '[';
}
