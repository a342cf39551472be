// Format, lint and arrows (Biome), types (tsc, after Next has written the types of its routes) and doc references.
// They run side by side, answer in seconds and need no build.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';

const bin = join(import.meta.dirname, '../node_modules/.bin');
const checks = {
  'format, lint, arrows': ['biome', ['check', '--error-on-warnings', '--no-errors-on-unmatched', '.']],
  types: ['sh', ['-c', 'next typegen && tsc --noEmit']],
  'doc references': [process.execPath, [join(import.meta.dirname, 'check-docs.mjs')]],
};

function run(name, [command, args]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, PATH: bin + delimiter + process.env.PATH, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('error', (error) => resolve({ name, code: 1, output: error.message }));
    child.on('close', (code) => resolve({ name, code, output }));
  });
}

const results = await Promise.all(Object.entries(checks).map(([name, check]) => run(name, check)));
for (const { name, code, output } of results) {
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (code !== 0) console.log(output.trimEnd());
}
process.exit(results.some((result) => result.code !== 0) ? 1 : 0);
