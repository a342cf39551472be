// The dashboard with reloading, on the data folder that `capwatch start` uses. Run the worker apart when it is needed.
import { spawn } from 'node:child_process';

const child = spawn('npx', ['next', 'dev', '-p', process.env.CAPWATCH_PORT ?? '4700', '-H', '127.0.0.1'], {
  stdio: 'inherit',
});
child.on('exit', (code) => process.exit(code ?? 1));
