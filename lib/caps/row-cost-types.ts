/** What one field of a row costs: mean tokens a row over all rows measured, and its part of a row, 0 to 1. */
export interface FieldCost {
  name: string;
  mean: number;
  share: number;
}

/** What the rows of a tool cost, measured from its stored payloads. */
export interface RowCosts {
  /** Name of the encoding that counted. */
  tokenizer: string;
  /** Payloads read, of so many calls of the tool in the range. */
  payloads: number;
  ofCalls: number;
  /** Rows counted, of those in the payloads read. */
  rows: number;
  ofRows: number;
  /** Tokens a row. */
  mean: number;
  p95: number;
  /** Mean tokens a payload outside its rows: contract and envelope. */
  overhead: number;
  /** Dearest first; empty where rows are plain text. */
  fields: FieldCost[];
}
