/** What an operator says of one tool in a few words: laid over the dialect that its results are read with. */

import { z } from 'zod';
import { type Dialect, dialectSchema } from './schema';

const { limit, fields, rows } = dialectSchema.shape;
const limits = limit.unwrap().shape;
const declared = fields.unwrap().shape;

export const toolWordsSchema = z.strictObject({
  limit: limits.default.describe('the page without an argument; several where versions differ'),
  maximum: limits.max.describe('the most that it serves, whatever is asked'),
  limitArguments: limits.args.describe('names of arguments that set the limit, or paths into the arguments'),
  filtersAfterLimit: dialectSchema.shape.filtersAfterLimit,
  rows: rows.unwrap().shape.path.describe('where the rows are'),
  unit: rows.unwrap().shape.unit.describe('what a row is: invoice, file, match'),
  matched: declared.matched.describe('path of the total'),
  relation: declared.relation.describe('what the total is'),
  zero: dialectSchema.shape.zero,
});

export type ToolWords = z.infer<typeof toolWordsSchema>;

/** What an operator adds to the dialects that come with the product. */
export interface Declared {
  dialects: readonly Dialect[];
  /** By tool name, whole or without its MCP prefix. */
  tools: Readonly<Record<string, ToolWords>>;
}

/** A dialect with an operator's words over it; what they leave open stays. Without a dialect they are one. */
export function withWords(base: Dialect | null, tool: string, words: ToolWords): Dialect {
  const { limit, maximum, limitArguments, filtersAfterLimit, rows, unit, matched, relation, zero } = words;
  const path = `tools.${tool}`;
  const dialect: Dialect = base === null ? ownDialect(tool) : { ...base };
  if (limit !== undefined || maximum !== undefined || limitArguments !== undefined)
    dialect.limit = {
      ...dialect.limit,
      ...given({ default: limit, max: maximum }),
      ...(limitArguments === undefined ? {} : { args: [...limitArguments, ...(dialect.limit?.args ?? [])] }),
    };
  if (rows !== undefined || unit !== undefined) dialect.rows = { ...dialect.rows, ...given({ path: rows, unit }) };
  if (matched !== undefined || relation !== undefined)
    dialect.fields = { ...dialect.fields, ...given({ matched, relation }) };
  Object.assign(dialect, given({ filtersAfterLimit, zero }));
  dialect.operator = given({
    default: limit === undefined ? undefined : `${path}.limit`,
    max: maximum === undefined ? undefined : `${path}.maximum`,
    filtersAfterLimit: filtersAfterLimit === undefined ? undefined : `${path}.filtersAfterLimit`,
  });
  return dialect;
}

function ownDialect(tool: string): Dialect {
  const id = `own_${tool.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`;
  return { id, title: tool, source: 'the operator', standing: 'own' };
}

/** Only the keys that have a value. */
function given<T extends object>(values: T): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<{
    [K in keyof T]: Exclude<T[K], undefined>;
  }>;
}
