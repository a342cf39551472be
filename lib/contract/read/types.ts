import type { ArrayNode, Node } from '@/lib/json/types';
import type { MarkerFact } from '../types';

/** One list of rows in a JSON text. */
export interface RowList {
  path: string;
  key: string;
  text: string;
  node: ArrayNode;
}

/** The rows of a payload as found: several lists when rows stand in groups. */
export interface Rows {
  kind: 'json' | 'lines';
  path: string;
  unit: string | null;
  present: number;
  /** Leading elements that are no rows; `present` leaves them out. */
  header?: number;
  lists: RowList[];
  /** Of text: the rows themselves, in order. */
  lines: string[] | null;
  /** A marker that stood among the rows and is none. */
  marker: MarkerFact | null;
  /** The object that holds the list: contract keys beside it count most. */
  parent: Node | null;
  /** File content with line numbers: nothing inside it is a marker. */
  content: boolean;
}
