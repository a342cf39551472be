import { z } from 'zod';
import { ratesSchema } from '@/db/currencies';
import { accountsSchema } from '@/ingest/accounts/schema';
import { csvSchema } from '@/ingest/formats/csv-columns';
import { toolWordsSchema } from '@/lib/contract';
import { DIALECTS } from '@/lib/contract/data/dialects';
import { dialectSchema, pathWords } from '@/lib/contract/dialects/schema';
import { TOKENIZERS } from '@/lib/tokens/names';

const BUILT_IN = new Set(DIALECTS.map(({ id }) => id));
const TOLD_BY = ['tool', 'has', 'is', 'row', 'starts', 'ends'] as const;

const dialect = dialectSchema
  .extend({
    title: z.string().optional(),
    source: z.string().min(1).default('the operator'),
    standing: z.enum(['own', 'memory']).default('own'),
  })
  .transform((given) => ({ ...given, title: given.title ?? given.id }));

const dialects = z.array(dialect).superRefine((all, context) => {
  const seen = new Set<string>();
  all.forEach((one, i) => {
    const complain = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path: [i, ...path], message });
    if (seen.has(one.id)) complain(['id'], `"${one.id}" is given twice`);
    if (BUILT_IN.has(one.id)) complain(['id'], `"${one.id}" is the id of a dialect that comes with Capwatch`);
    seen.add(one.id);
    if (TOLD_BY.every((key) => one[key] === undefined))
      complain([], `nothing tells which results it is for; give it one of ${TOLD_BY.join(', ')}`);
  });
});

/** The one schema of `capwatch.config.*`; docs/configuration.md explains every key. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  host: z.string().min(1).optional(),
  port: z.int().min(0, 'a port is 0 to 65535').max(65535, 'a port is 0 to 65535').optional(),
  accounts: accountsSchema.optional(),
  csv: csvSchema.optional(),
  maxBody: z.number().positive('a number of MiB above 0').max(256, 'at most 256 MiB').optional(),
  dialects: dialects.optional(),
  tools: z.record(z.string().min(1), toolWordsSchema).optional(),
  bands: z
    .array(z.strictObject({ segment: z.string().min(1), from: z.number() }))
    .min(1)
    .optional(),
  currencies: ratesSchema.optional(),
  tokenizer: z.enum(TOKENIZERS).optional(),
});

export type Config = z.infer<typeof configSchema>;

/** Checks a configuration. Problems name the path, such as `dialects[2].limit.default: …`. */
export function parseConfig(value: unknown): { config: Config; problems: string[] } {
  const read = configSchema.safeParse(value);
  if (read.success) return { config: read.data, problems: [] };
  return { config: {}, problems: read.error.issues.map(({ path, message }) => `${pathWords(path)}${message}`) };
}
