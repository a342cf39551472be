/** Items with their place as key, for lists that are printed once in a fixed order and never reordered. */
export function numbered<T>(items: readonly T[]): { key: string; item: T }[] {
  return items.map((item, place) => ({ key: String(place), item }));
}
