import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { dataFolder } from '@/db/paths';
import { declareAccounts } from '@/ingest/accounts/naming';
import { declareColumns } from '@/ingest/formats/csv-columns';
import { type Declared, declareDialects } from '@/lib/contract';
import { type Config, parseConfig } from './config-schema';
import { CommandError, EXIT, inWords } from './errors';

const NAMES = ['ts', 'mts', 'js', 'mjs', 'json'].map((ending) => `capwatch.config.${ending}`);

/** The configuration that this process runs with; `path` is null where there is no file. */
export interface Configured {
  path: string | null;
  config: Config;
}

let configured: Configured = { path: null, config: {} };

/** What `takeConfig` found; nothing before it ran. */
export function configInUse(): Configured {
  return configured;
}

/**
 * Finds, reads and checks the configuration and sets what this process reads with. A CommandError (exit 2)
 * names the file and the place in it.
 */
export async function takeConfig(env: NodeJS.ProcessEnv = process.env): Promise<Configured> {
  const path = findConfig(env);
  configured = path === null ? { path, config: {} } : { path, config: await readConfig(path) };
  const { accounts = {}, csv = {} } = configured.config;
  declareDialects(declaredBy(configured.config));
  declareAccounts(accounts);
  declareColumns(csv);
  return configured;
}

/** The part of a configuration that says how results are read. */
export function declaredBy({ dialects = [], tools = {} }: Config): Declared {
  return { dialects, tools };
}

/** `$CAPWATCH_CONFIG` (a file, or a folder that holds one), else the current folder, else the data folder. */
function findConfig(env: NodeJS.ProcessEnv): string | null {
  const asked = env.CAPWATCH_CONFIG;
  if (!asked) return inFolder(process.cwd()) ?? inFolder(dataFolder(env));
  const path = resolve(asked);
  const what = statSync(path, { throwIfNoEntry: false });
  const found = what?.isDirectory() ? inFolder(path) : what ? path : null;
  if (found !== null) return found;
  const says = what ? `the folder holds none of ${NAMES.join(', ')}` : 'there is no such file';
  throw new CommandError(`CAPWATCH_CONFIG in the environment: ${asked}: ${says}`, EXIT.usage);
}

function inFolder(folder: string): string | null {
  const name = NAMES.find((one) => existsSync(join(folder, one)));
  return name === undefined ? null : join(folder, name);
}

async function readConfig(path: string): Promise<Config> {
  // A file in the current folder is known by its name.
  const name = dirname(path) === process.cwd() ? basename(path) : path;
  let value: unknown;
  try {
    value = extname(path) === '.json' ? JSON.parse(readFileSync(path, 'utf8')) : await run(path);
  } catch (error) {
    throw new CommandError(`${name}: ${firstWords(inWords(error))}`, EXIT.usage);
  }
  const { config, problems } = parseConfig(value);
  if (problems.length > 0)
    throw new CommandError(problems.map((problem) => `${name}: ${problem}`).join('\n'), EXIT.usage);
  return config;
}

/** What went wrong, and the line in the file, which a compiler tells on a line of its own. */
function firstWords(message: string): string {
  const [first = '', second = ''] = message.split('\n').map((line) => line.trim());
  const place = /:(\d+):\d+$/.exec(second)?.[1];
  return place === undefined ? first : `line ${place}: ${first}`;
}

/** The default export of a TypeScript or JavaScript file, in either kind of module. */
async function run(path: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  return createJiti(import.meta.url, { fsCache: false }).import(path, { default: true });
}
