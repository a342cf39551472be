import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import next from 'next';
import { dataFolder } from '@/db/paths';
import { ReceiverFront } from '@/ingest/receiver/front';
import { systemCode } from './errors';
import { packageRoot } from './package';

/** What the server process says to the one that started it. */
export type ServerMessage = { type: 'ready'; port: number } | { type: 'failed'; code: string | null; message: string };

/** The dashboard and the receiver in a process of its own. Arguments: host, port, largest body in bytes. Ends on SIGTERM, when open requests are answered. */
async function serve(host: string, port: number, maxBody: number): Promise<void> {
  // The configuration as it was built: a packed installation has no compiler to read next.config.ts with.
  const built = JSON.parse(readFileSync(join(packageRoot, '.next', 'required-server-files.json'), 'utf8'));
  // A log may be sent for as long as its sender goes on.
  const server = createServer({ requestTimeout: 0 });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, () => listening());
  });
  const address = server.address();
  const actual = address && typeof address === 'object' ? address.port : port;
  const app = next({
    dev: false,
    dir: packageRoot,
    hostname: host,
    port: actual,
    conf: built.config,
    httpServer: server,
  });
  const handle = app.getRequestHandler();
  const prepared = app.prepare();
  const receiver = new ReceiverFront({ folder: dataFolder(), maxBody, host });
  server.on('request', (request, response) => {
    if (receiver.take(request, response)) return;
    prepared
      .then(() => handle(request, response))
      .catch(() => response.writeHead(500).end('The dashboard could not be started.\n'));
  });
  await prepared;
  tell({ type: 'ready', port: actual });
  const end = () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), 3_000).unref();
  };
  process.once('SIGTERM', end);
  process.on('SIGINT', () => {});
  process.once('disconnect', end);
}

function tell(message: ServerMessage): void {
  if (process.connected) process.send?.(message);
}

const [host = '127.0.0.1', port = '4700', maxBody = String(64 * 1024 * 1024)] = process.argv.slice(2);
serve(host, Number(port), Number(maxBody)).catch((error: unknown) => {
  tell({ type: 'failed', code: systemCode(error), message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
  process.disconnect?.();
});
