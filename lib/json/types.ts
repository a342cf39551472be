/** The skeleton of a JSON text: the envelope's keys and scalars, and of each array its count and ends. */

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

export type Kind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';

/** Half-open range in UTF-16 units of the text that the skeleton was made from. */
export interface Span {
  start: number;
  end: number;
}

export interface ScalarNode extends Span {
  kind: 'string' | 'number' | 'boolean' | 'null';
  /** False when the text ended inside this value. */
  closed: boolean;
}

export interface ArrayNode extends Span {
  kind: 'array';
  /** Whole elements; one that was cut in the middle does not count. */
  count: number;
  kinds: Partial<Record<Kind, number>>;
  first: ElementSpan | null;
  last: ElementSpan | null;
  closed: boolean;
}

export interface ElementSpan extends Span {
  kind: Kind;
}

export interface Entry {
  key: string;
  node: Node;
}

export interface ObjectNode extends Span {
  kind: 'object';
  /** In the order of the text; a repeated key stays twice, and the last one wins on look-up, as in JSON.parse. */
  entries: Entry[];
  closed: boolean;
}

export type Node = ScalarNode | ArrayNode | ObjectNode;

/** A JSON value found in a text, with what stands around it. */
export interface Located {
  node: Node;
  /** Prose before and after the value, as spans of the same text; empty spans when there is none. */
  before: Span;
  after: Span;
  /** The text ended inside the value. */
  cut: boolean;
}
