// npm start: builds what is not built yet, then runs `capwatch start` with the same arguments.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--if-needed'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

const child = spawn(process.execPath, [join(root, 'dist/capwatch.js'), 'start', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
// Ctrl-C reaches the child too: it ends by itself, and this process with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => signal === 'SIGINT' || child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
