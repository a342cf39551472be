import type { Attributes } from '@opentelemetry/api';
import type { Telling } from './telling';

/** The session of a call that names none: its trace. */
export const ITS_TRACE = '(its trace)';

/** What the store must hold of a call. JSON is compared in one spelling. */
export interface ExpectedCall {
  id: string;
  tool: string;
  args: string;
  /** Null where nothing came back that we could see. */
  result: string | null;
  /** What the model was sent, where that differs from the result. */
  sent?: string;
  session: string;
  /** '' is no account. */
  account: string;
  error?: boolean;
  /** Rows that were found in the result; null where it has none. */
  present?: number | null;
}

export interface ExpectedAnswer {
  question: string | null;
  text: string;
  session: string;
  account: string;
}

/** One agent's run in one convention, and what must be stored of it. Call ids are unique over all cases. */
export interface Case {
  name: string;
  resource?: Attributes;
  tell: (telling: Telling) => void;
  calls: ExpectedCall[];
  answers: ExpectedAnswer[];
  /** Words of the warning that the sender's SDK must get. */
  warning?: string;
}
