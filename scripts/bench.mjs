// Measures and rewrites the figures in BENCHMARKS.md; builds what is not built. `npm run bench -- skeleton` needs none.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const parts = process.argv.slice(2);
const known = ['skeleton', 'truth', 'month', 'follow', 'otlp', 'caps'];
const onProduct = ['month', 'otlp'];
const unknown = parts.find((part) => !known.includes(part));
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}"; there are: ${known.join(', ')}.`);
  process.exit(2);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 3);
}

if (parts.length === 0 || parts.some((part) => onProduct.includes(part)))
  run(process.execPath, ['scripts/build.mjs', '--if-needed']);
run(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...parts]);
