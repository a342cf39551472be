/** How a family of tools spells its contract, as data: ours and the ones that operators add. */

import { z } from 'zod';

const path = z.string().min(1);
const pattern = z.string().refine((source) => compiles(source), 'is no regular expression');

function compiles(source: string): boolean {
  try {
    new RegExp(source, 'i');
    return true;
  } catch {
    return false;
  }
}

const condition = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.strictObject({ absent: z.literal(true) }),
  z.strictObject({ present: z.literal(true) }),
  z.strictObject({ oneOf: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])) }),
  z.strictObject({ matches: pattern, orAbsent: z.literal(true).optional() }),
  z.strictObject({ above: z.number() }),
  z.strictObject({ kind: z.enum(['object', 'array', 'string', 'number', 'boolean', 'null']) }),
  z.strictObject({ sameAsArg: path }).describe('the value that this argument had'),
]);

export type Condition = z.infer<typeof condition>;

export const dialectSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9_]+$/),
  title: z.string(),
  source: z.string(),
  /**
   * `verified` against source or documentation, `partial`, `own` (the operator's word), `memory`: a hint that recognises rows and
   * proves nothing by itself, neither that a page is full nor that it is whole.
   */
  standing: z.enum(['verified', 'partial', 'memory', 'own']),

  /** How it is recognised; everything that is given must hold. */
  tool: pattern.optional().describe('matched against the whole tool name, with and without an MCP prefix'),
  args: z.record(z.string(), condition).optional(),
  root: z.enum(['array', 'object', 'text']).optional(),
  has: z
    .array(z.union([path, z.array(path).min(1)]))
    .optional()
    .describe('paths of keys that the payload must have; of a list in it, one'),
  lacks: z.array(path).optional(),
  is: z.record(z.string(), condition).optional().describe('values that the payload must hold'),
  row: z.record(z.string(), condition).optional().describe('values that its first row must hold'),
  empty: z.array(path).optional().describe('lists that must be empty or not there'),
  starts: pattern.optional().describe('how the text begins'),
  ends: pattern.optional().describe('how the text ends'),
  frame: z
    .strictObject({ head: pattern.optional(), tail: pattern.optional() })
    .optional()
    .describe('of text: what a harness prints before and after the result; anchor it with ^ and $'),

  /** Where rows are and what a row is. */
  rows: z
    .strictObject({
      path: z.union([path, z.array(path)]).optional(),
      text: z
        .enum([
          'lines',
          'numbered',
          'grep',
          'grouped',
          'paths',
          'table',
          'csv',
          'tsv',
          'bullets',
          'blocks',
          'python',
          'ruled',
        ])
        .optional(),
      begins: pattern
        .optional()
        .describe('of text: the line with which each row begins; lines before the first are envelope'),
      until: pattern.optional().describe('of text: the line after which no row stands'),
      map: path.optional().describe('an object whose every entry is a row'),
      unit: z.string().optional(),
      header: z.number().int().optional().describe('leading elements that are no rows'),
      also: z.array(path).optional().describe('further lists whose elements are rows'),
      flat: z.boolean().optional().describe('its elements are the rows, even where they hold lists'),
      match: pattern.optional().describe('in a text, every match is a row'),
    })
    .optional(),
  list: z.boolean().optional().describe('false: the result is no list'),
  shell: z.boolean().optional().describe('the arguments hold a command line, the result is its output'),

  /** The call counts a set and cannot page. */
  census: z
    .strictObject({
      pattern: pattern.optional().describe('with named groups, one for each unit'),
      path: path.optional(),
      unit: z.string(),
      sum: z.boolean().optional().describe('the count is the sum over the rows'),
    })
    .optional(),

  /** Paths of declared fields that the general reader would not understand, or would misread. */
  fields: z
    .strictObject({
      returned: path.optional(),
      matched: path.optional(),
      relation: z.enum(['exact', 'lower_bound', 'estimate', 'page', 'unknown']).optional(),
      more: path.optional(),
      strength: z.enum(['exact', 'maybe']).optional(),
      cursor: path.optional(),
      limit: path.optional(),
      range: path.optional().describe('first-last/total, as in Content-Range'),
      reachable: z.number().int().positive().optional().describe('only so many of the matched rows can be fetched'),
      cursorColumn: z.string().optional().describe('of CSV: the column whose cell in the last row is the next cursor'),
      stops: z
        .number()
        .int()
        .positive()
        .optional()
        .describe('where counting stops: a total of exactly this much is a lower bound'),
      ignore: z.array(z.string()).optional().describe('keys that mean something else here'),
    })
    .optional(),

  /** What certain values say about the rest; the strongest statement counts. */
  says: z
    .array(
      z.strictObject({
        path: z.string(),
        when: condition,
        says: z.enum(['more', 'maybe', 'no_more', 'partial', 'lower_bound']),
      }),
    )
    .optional(),

  limit: z
    .strictObject({
      args: z.array(z.string()).optional().describe('names, or paths into the arguments'),
      default: z
        .union([z.number().int().positive(), z.array(z.number().int().positive()).min(1)])
        .optional()
        .describe('the page without an argument; several where versions differ'),
      max: z.number().int().positive().optional(),
      tolerance: z.number().int().optional(),
      offsetBase: z.number().int().optional().describe('the offset that means the first row'),
      pageBase: z.literal(0).optional().describe('the first page is number 0'),
      written: z
        .strictObject({ arg: path, pattern })
        .optional()
        .describe('a limit inside the text of an argument, as the first group of the pattern'),
      hint: z
        .boolean()
        .optional()
        .describe('default and maximum are from memory: they never make a page full on their own'),
    })
    .optional(),

  /** What a key or marker that is not there means. */
  absent: z.enum(['no_more', 'nothing']).optional(),
  noMore: z.enum(['exact', 'untrusted']).optional(),
  zero: z.boolean().optional().describe('zero rows are a true zero'),
  raw: z.boolean().optional().describe('the text is a file: lines, also where it looks like JSON'),
  room: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('a text of so many characters may be cut, and nothing would say so'),
  preview: path.optional().describe('true at this path: the log kept a preview of the result, whatever the model saw'),
  hazard: z.string().optional().describe('why a short or empty page proves nothing'),
  window: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('its filter runs after its limit: it looks at only so many rows, the newest'),
  filtersAfterLimit: z
    .union([z.literal(true), z.array(path).min(1)])
    .optional()
    .describe('its filter runs after the limit that applied; a list names the arguments that filter, true means any'),
  /** Names the set, for tools that list and count one set under different names. */
  noun: z.string().optional(),
  /** Arguments that choose another view of the same set: matches, files, a count. */
  modes: z.array(z.string()).optional(),
});

export type Dialect = z.infer<typeof dialectSchema> & {
  /** Which parts an operator's words about the tool gave, with the place in the configuration. Never written by hand. */
  operator?: { default?: string; max?: string; filtersAfterLimit?: string };
};

/** Checks dialects that an operator wrote. Messages name the path, such as `dialects[2].limit.default`. */
export function parseDialects(value: unknown, name = 'dialects'): { dialects: Dialect[]; problems: string[] } {
  const result = z.array(dialectSchema).safeParse(value);
  if (result.success) return { dialects: result.data, problems: [] };
  const problems = result.error.issues.map(({ path, message }) => `${pathWords([name, ...path])}${message}`);
  return { dialects: [], problems };
}

/** Where in a configuration a problem is, as `dialects[2].limit.default: `; nothing for the whole of it. */
export function pathWords(path: readonly PropertyKey[]): string {
  const words = path.map((part, i) =>
    typeof part === 'number'
      ? `[${part}]`
      : /^[\w$]+$/.test(String(part))
        ? `${i > 0 ? '.' : ''}${String(part)}`
        : `["${String(part)}"]`,
  );
  return words.length === 0 ? '' : `${words.join('')}: `;
}
