/** Reads JSON as spans of its text: the envelope in one pass, rows on demand, also when it is cut, wrapped or encoded twice. */

export { elements, entries, find, get, numberAt, rowsAt, scalarAt, stringAt, valueAt } from './access';
export { canonical } from './canonical';
export { type Decoded, decoded, locate } from './locate';
export { sequence, tailElements } from './sequence';
export { EXPANDED_DEPTH, type Read, read, skeleton, skeletonAt } from './skeleton';
export type {
  ArrayNode,
  ElementSpan,
  Entry,
  JsonValue,
  Kind,
  Located,
  Node,
  ObjectNode,
  ScalarNode,
  Span,
} from './types';
