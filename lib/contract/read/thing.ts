import type { ObjectNode } from '@/lib/json/types';
import { ENTITY_SCALARS, NAMING_KEYS } from '../data/rows';

/** An object with an id and several scalars of its own is one thing (an issue, an order), and no envelope around rows. */
export function isThing(node: ObjectNode): boolean {
  const scalars = node.entries.filter((entry) => entry.node.kind !== 'array' && entry.node.kind !== 'object');
  return (
    scalars.length >= ENTITY_SCALARS &&
    scalars.some((entry) => NAMING_KEYS.test(entry.key) && entry.node.kind !== 'null')
  );
}
