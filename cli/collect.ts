import { resolve } from 'node:path';
import { Collection } from '@/ingest/collect';
import { CommandError, EXIT, inWords } from './errors';
import { type Input, sourceOf } from './inputs';

/** What logs hold, and the files in folders that no format recognised. */
export interface Collected {
  logs: Collection;
  unknown: { path: string; reason: string }[];
}

/** Reads logs into memory without storing anything. A named file that is unreadable or no log is an error (exit 3). */
export async function collect(inputs: Iterable<Input>): Promise<Collected> {
  const collected: Collected = { logs: new Collection(), unknown: [] };
  for (const input of inputs) {
    const { path, named } = input;
    const reason = await refusal(collected.logs, input);
    if (reason === null) continue;
    if (named) throw new CommandError(`cannot read ${path === '-' ? 'stdin' : path}: ${reason}`, EXIT.io);
    collected.unknown.push({ path, reason });
  }
  return collected;
}

async function refusal(logs: Collection, input: Input): Promise<string | null> {
  const { path } = input;
  try {
    return await logs.add(sourceOf(input), path, path === '-' ? null : resolve(path));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    return inWords(error);
  }
}
