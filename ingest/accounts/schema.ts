import { z } from 'zod';
import { patternProblem } from './paths';

const names = z.array(z.string().trim().min(1));

/** What an operator says of how accounts are named: `accounts` in the configuration, each key explained in docs/configuration.md. */
export const accountsSchema = z.strictObject({
  attributes: names.optional(),
  baggage: names.optional(),
  arguments: names.optional(),
  paths: z
    .array(z.string())
    .superRefine((all, context) => {
      all.forEach((text, i) => {
        const problem = patternProblem(text);
        if (problem !== null) context.addIssue({ code: 'custom', path: [i], message: problem });
      });
    })
    .optional(),
  folders: z.boolean().optional(),
  defaults: z.boolean().optional(),
});

export type AccountsDeclared = z.infer<typeof accountsSchema>;
