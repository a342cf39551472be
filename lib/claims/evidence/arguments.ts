/** The arguments of a call that are text, by name; none where they are no object. */
export function entriesOf(args: string): [string, string][] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(args);
  } catch {
    // Arguments that are no JSON name nothing.
    return [];
  }
  if (typeof parsed !== 'object' || parsed === null) return [];
  return Object.entries(parsed).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[key, value]] : [],
  );
}
