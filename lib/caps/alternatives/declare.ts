import { type ObservedCall, observe } from '../../contract/observed';

/** Parts of a contract that tell a reader that rows are missing, as an answer would spell them. */
const PARTS = {
  matched: { json: (n: Numbers) => `"matched":${n.matched}`, says: 'how many rows match' },
  returned: { json: (n: Numbers) => `"returned":${n.returned}`, says: 'how many of them it was given' },
  more: { json: () => '"has_more":true', says: 'that there are more' },
  cursor: { json: () => '"next_cursor":"b2Zmc2V0OjEyMzQ1Ng=="', says: 'how to get the rest' },
  order: { json: () => '"order":"newest first"', says: 'which rows it was given first' },
  filters: { json: () => '"narrow_by":["status","from","to"]', says: 'how to narrow the question' },
} as const;

type Part = keyof typeof PARTS;
const ORDER: readonly Part[] = ['matched', 'returned', 'more', 'cursor', 'order', 'filters'];

interface Numbers {
  matched: number;
  returned: number;
}

/** What it would cost to declare the cap. */
export interface Declaring {
  /** Capped calls with rows that were looked at. */
  sampled: number;
  /** Parts that not every one of them declared, with how many did. */
  missing: { part: Part; declared: number; says: string }[];
  /** The text that was counted, and its tokens; null where nothing is missing or no call was looked at. */
  example: string | null;
  tokens: number | null;
}

/** What the sampled capped calls' answers lack of a contract, and the tokens of adding it to one page. Pure. */
export function declaring(
  calls: readonly ObservedCall[],
  numbers: Numbers,
  countTokens: (text: string) => number,
): Declaring {
  const { lists, fields } = observe(calls);
  const declared = new Map(fields.map(({ field, declared }) => [field, declared]));
  const missing = ORDER.map((part) => ({ part, declared: declared.get(part) ?? 0, says: PARTS[part].says })).filter(
    (part) => part.declared < lists,
  );
  if (missing.length === 0) return { sampled: lists, missing, example: null, tokens: null };
  const example = `{${missing.map(({ part }) => PARTS[part].json(numbers)).join(',')}}`;
  return { sampled: lists, missing, example, tokens: countTokens(example) };
}
