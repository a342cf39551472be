// Builds what is run: the executable, the worker and the server into dist/, and the dashboard into .next/.
//   node scripts/build.mjs              the executable always, the dashboard when its sources changed
//   node scripts/build.mjs --if-needed  each only when its sources changed
//   node scripts/build.mjs --cli-only   the executable alone
//   node scripts/build.mjs --force      both
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const flags = new Set(process.argv.slice(2));
for (const flag of flags) {
  if (['--if-needed', '--cli-only', '--force'].includes(flag)) continue;
  console.error(`build: unknown flag ${flag}; known are --if-needed, --cli-only, --force`);
  process.exit(2);
}

// Not tsconfig.json: next rewrites it while it builds.
const SHARED = ['package.json', 'package-lock.json', 'scripts/build.mjs'];
const CLI = { stamp: 'dist/.cli-stamp', proof: 'dist/capwatch.js', inputs: ['cli', 'db', 'ingest', 'lib'] };
const APP = {
  stamp: 'dist/.app-stamp',
  proof: '.next/BUILD_ID',
  inputs: ['app', 'components', 'db', 'lib', 'public', 'next.config.ts'],
};

/** Every file below a path, in a stable order. */
function* files(path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  let entries;
  try {
    entries = readdirSync(full, { withFileTypes: true });
  } catch {
    yield path;
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) yield* files(join(path, entry.name));
}

/** One hash over names and contents of everything that a part is built from. */
function hashOf({ inputs }) {
  const hash = createHash('sha256');
  for (const input of [...SHARED, ...inputs])
    for (const file of files(input))
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0');
  return hash.digest('hex');
}

function isFresh(part, hash) {
  const stamp = join(root, part.stamp);
  return existsSync(join(root, part.proof)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

function seal(part, hash) {
  writeFileSync(join(root, part.stamp), hash);
}

async function buildCli() {
  const started = Date.now();
  await build({
    absWorkingDir: root,
    entryPoints: {
      capwatch: 'cli/main.ts',
      worker: 'ingest/worker.ts',
      server: 'cli/server.ts',
      'ahead-thread': 'ingest/ahead-thread.ts',
      'decode-thread': 'ingest/receiver/decode-thread.ts',
      'sample-thread': 'ingest/sample-thread.ts',
    },
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    // Native code and the framework stay what npm installed; the rest is in the bundle, so that a command starts fast.
    external: ['better-sqlite3', 'jiti', 'next', 'next/*', 'react', 'react-dom', 'gpt-tokenizer', 'gpt-tokenizer/*'],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    legalComments: 'linked',
    logLevel: 'warning',
  });
  const executable = join(root, 'dist/capwatch.js');
  writeFileSync(executable, `#!/usr/bin/env node\n${readFileSync(executable, 'utf8')}`);
  chmodSync(executable, 0o755);
  console.log(`Built the executable in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

function buildApp() {
  console.log('Building the dashboard (this takes a minute, and only when its sources changed) …');
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  delete env.NEXT_DIST_DIR;
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/next/dist/bin/next'), 'build'], {
    cwd: root,
    stdio: 'inherit',
    env,
  });
  if (status !== 0) {
    console.error('build: the dashboard could not be built; what next said stands above');
    process.exit(1);
  }
  unalias();
}

/**
 * Turbopack requires external packages by an alias that is a link in .next/node_modules. npm packs no links, so a packed
 * dashboard would not find them: the real names go into what was built.
 */
function unalias() {
  const links = join(root, '.next/node_modules');
  if (!existsSync(links)) return;
  const names = readdirSync(links).map((alias) => [alias, basename(readlinkSync(join(links, alias)))]);
  for (const file of files('.next/server')) {
    if (!file.endsWith('.js')) continue;
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    const real = names.reduce((changed, [alias, name]) => changed.replaceAll(alias, name), text);
    if (real !== text) writeFileSync(path, real);
  }
  rmSync(links, { recursive: true });
}

mkdirSync(join(root, 'dist'), { recursive: true });
const cliHash = hashOf(CLI);
if (!flags.has('--if-needed') || flags.has('--force') || !isFresh(CLI, cliHash)) {
  await buildCli();
  seal(CLI, cliHash);
}
if (!flags.has('--cli-only')) {
  const appHash = hashOf(APP);
  if (flags.has('--force') || !isFresh(APP, appHash)) {
    buildApp();
    seal(APP, appHash);
  } else if (!flags.has('--if-needed'))
    console.log('The dashboard is built from these sources already (--force builds it anyway).');
}
