import { z } from 'zod';
import { TOKENIZERS, USUAL_TOKENIZER } from '@/lib/tokens/names';
import { configInUse } from './config';
import { CommandError, EXIT } from './errors';

/** The one schema of what the environment can set: flags come first, then this, then `capwatch.config.*`, then defaults. */
export const settings = z.object({
  /** Folder of the stores; without it the platform's usual place. */
  CAPWATCH_HOME: z.string().min(1).optional(),
  /** The configuration: a file, or a folder that holds one. */
  CAPWATCH_CONFIG: z.string().min(1).optional(),
  CAPWATCH_PORT: port().default(4700),
  CAPWATCH_HOST: z.string().min(1).default('127.0.0.1'),
  /** Largest body that the OTLP receiver takes, as received and as inflated, MiB. */
  CAPWATCH_MAX_BODY: z.coerce
    .number({ error: 'a number of MiB' })
    .positive('a number of MiB above 0')
    .max(256, 'at most 256 MiB')
    .default(64),
  /** The public encoding that token figures are counted with. */
  CAPWATCH_TOKENIZER: z
    .enum(TOKENIZERS, { error: `the tokenizers are ${TOKENIZERS.join(', ')}` })
    .default(USUAL_TOKENIZER),
  /** Show where a fault of Capwatch happened. */
  CAPWATCH_DEBUG: z.string().optional(),
});

export type Settings = z.infer<typeof settings>;

function port() {
  return z.coerce
    .number({ error: 'a port is a number' })
    .int()
    .min(0, 'a port is 0 to 65535')
    .max(65535, 'a port is 0 to 65535');
}

/** Settings from the environment, else the configuration; a wrong value is told in words (exit 2) and never replaced silently. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const { host, port, maxBody, tokenizer } = configInUse().config;
  const configured: Record<string, unknown> = {
    CAPWATCH_HOST: host,
    CAPWATCH_PORT: port,
    CAPWATCH_MAX_BODY: maxBody,
    CAPWATCH_TOKENIZER: tokenizer,
  };
  const given = Object.fromEntries(Object.keys(settings.shape).map((key) => [key, env[key] || configured[key]]));
  const read = settings.safeParse(given);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw new CommandError(`${first?.path.join('.')} in the environment: ${first?.message}`, EXIT.usage);
}

/** The same check for a flag. */
export function portOption(text: string): number {
  const read = port().safeParse(text.trim() === '' ? 'none' : text);
  if (read.success) return read.data;
  throw new CommandError(`--port ${text}: ${read.error.issues[0]?.message}`, EXIT.usage);
}
