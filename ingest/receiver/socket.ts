import { createHash } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Systems cut longer paths of sockets (104 bytes on macOS, 108 on Linux). */
const LONGEST = 100;

/** Where the worker of a data folder listens for what the server has received. */
export function socketPath(folder: string, platform: string = process.platform): string {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  if (platform === 'win32') return `\\\\.\\pipe\\capwatch-${hash}`;
  const inside = join(folder, 'receiver.sock');
  return Buffer.byteLength(inside) <= LONGEST ? inside : join(tmpdir(), `capwatch-${userInfo().uid}-${hash}.sock`);
}
