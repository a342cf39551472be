/** The first answer of the session after a call; `question` null where the log holds none. */
export interface AnswerAfter {
  question: string | null;
  text: string;
}

/** Capped calls by what their answer was; `unknown` where the log holds no answer after the call. */
export interface Aggregating {
  sampled: number;
  counts: number;
  others: number;
  unknown: number;
}

const ASKS = /^\W*(how many|count|number of|what(?:'s| is) the (?:number|count|total number) of|wie viele)\b/i;
const ALSO = /\b(list|show|which|who|name them|and (?:what|when|where|why))\b/i;
const ONLY_NUMBER =
  /^\W*(?:there (?:are|is|were|was) |you have |we have |i (?:found|count(?:ed)?) |the (?:number|count|total)[\w ]{0,60} (?:is|was) |total: ?)?\d[\d,. ]*(?: [\p{L}-]+){0,6}\W*$/iu;

/**
 * Whether an answer was only a count: the question begins with "how many", "count" or "number of" and asks for nothing
 * else, or the answer's only statement is a number with up to six words after it.
 */
export function isOnlyCount({ question, text }: AnswerAfter): boolean {
  if (question !== null && ASKS.test(question)) return !ALSO.test(question);
  return ONLY_NUMBER.test(text.trim());
}

/** How many capped calls an aggregate would have answered. Pure. */
export function aggregating(answers: readonly (AnswerAfter | null)[]): Aggregating {
  const known = answers.filter((answer) => answer !== null);
  const counts = known.filter(isOnlyCount).length;
  return {
    sampled: answers.length,
    counts,
    others: known.length - counts,
    unknown: answers.length - known.length,
  };
}
