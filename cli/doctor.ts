import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { dataFolder } from '@/db/paths';
import { datasets, storeOf } from '@/db/stores';
import { READ_OTHERWISE, readOtherwise } from '@/ingest/declared';
import { formats } from '@/ingest/formats';
import { lookForLogs } from '@/ingest/found-logs';
import { takeConfig } from './config';
import { CommandError, EXIT, inWords } from './errors';
import { chosenBefore, programWords } from './found';
import { colours, counted, data, grouped } from './output';
import { aboutPackage, packageRoot } from './package';
import { readSettings } from './settings';

interface Check {
  what: string;
  good: boolean;
  says: string;
}

/** `capwatch doctor`: paths, versions, permissions, what it can and cannot read. */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Show paths, versions and permissions, and what can be read. Exit code 1 when something is wrong.')
    .addHelpText('after', '\nExamples:\n  capwatch doctor\n  CAPWATCH_HOME=/data/capwatch capwatch doctor')
    .action(run);
}

async function run(): Promise<void> {
  const { green, red, dim } = colours.data;
  const config = await configuration();
  const settings = readSettings();
  const checks = [program(), node(), dashboard(), config, folder(), await sqlite(), ...(await stores(config.good))];
  const lines = checks.map(({ what, good, says }) => `${good ? green('ok ') : red('bad')}  ${what.padEnd(12)} ${says}`);
  lines.push(
    `${dim('   ')}  ${'address'.padEnd(12)} http://${settings.CAPWATCH_HOST}:${settings.CAPWATCH_PORT} (capwatch start)`,
  );
  lines.push('', 'Reads:', ...formats.map((format) => `  ${format.name}`));
  const found = await lookForLogs(await chosenBefore(dataFolder()));
  const there = found.programs.map((program) => `  ${program.id.padEnd(12)} ${programWords(program, found)}`);
  if (there.length > 0) lines.push('', 'Found on this machine (capwatch start --found ID reads it):', ...there);
  await data(`${lines.join('\n')}\n`);
  if (checks.some((check) => !check.good)) process.exitCode = EXIT.found;
}

function program(): Check {
  return { what: 'capwatch', good: true, says: `${aboutPackage().version} in ${packageRoot}` };
}

function node(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const good = major > 20 || (major === 20 && minor >= 19);
  return {
    what: 'node',
    good,
    says: `${process.versions.node} on ${process.platform} ${process.arch}${good ? '' : '; 20.19 or newer is needed'}`,
  };
}

function dashboard(): Check {
  const built = existsSync(join(packageRoot, '.next', 'BUILD_ID'));
  return { what: 'dashboard', good: built, says: built ? 'built' : 'not built; run: npm run build' };
}

/** Which file the settings come from, and how many dialects it adds. */
async function configuration(): Promise<Check> {
  const what = 'config';
  try {
    const { path, config } = await takeConfig();
    if (path === null) return { what, good: true, says: 'none; docs/configuration.md says what one can hold' };
    const tools = Object.keys(config.tools ?? {}).length;
    const adds = [counted(config.dialects?.length ?? 0, 'dialect'), `words about ${counted(tools, 'tool')}`];
    return { what, good: true, says: `${path} adds ${adds.join(' and ')}` };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { what, good: false, says: error.message.replaceAll('\n', '; ') };
  }
}

/** The data folder, or where it would be made. */
function folder(): Check {
  const path = dataFolder();
  let place = path;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
    return { what: 'data folder', good: true, says: place === path ? path : `${path} (is made on first use)` };
  } catch (error) {
    return {
      what: 'data folder',
      good: false,
      says: `${path} cannot be written: ${inWords(error)}; set CAPWATCH_HOME to another folder`,
    };
  }
}

async function sqlite(): Promise<Check> {
  try {
    const { default: Database } = await import('better-sqlite3');
    const db = new Database(':memory:');
    const version = db.prepare<[], { v: string }>('SELECT sqlite_version() AS v').get()?.v ?? '';
    db.close();
    return { what: 'sqlite', good: true, says: version };
  } catch (error) {
    const [first = ''] = inWords(error).split('\n');
    return {
      what: 'sqlite',
      good: false,
      says: `better-sqlite3 does not load: ${first}; run: npm rebuild better-sqlite3`,
    };
  }
}

/** `known`: what the configuration declares is known, so that it can be compared. */
async function stores(known: boolean): Promise<Check[]> {
  const found = await datasets(dataFolder());
  const own = found.find(({ dataset }) => dataset === 'own');
  const otherwise =
    known && own?.hasCalls === true && own.trouble === null && (await readOtherwise(storeOf('own', dataFolder())));
  return found.map(({ dataset, path, exists, hasCalls, trouble }) => {
    const note = dataset === 'own' && otherwise ? `; ${READ_OTHERWISE}` : '';
    const size = exists ? `${grouped(Math.ceil(statSync(path).size / 1024))} KiB` : '';
    const says = trouble ?? (exists ? `${path}, ${size}${hasCalls ? '' : ', no calls yet'}${note}` : 'none yet');
    return { what: `${dataset} data`, good: trouble === null, says };
  });
}
