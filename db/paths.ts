import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Dataset } from './store';

/** The folder that holds the stores: `$CAPWATCH_HOME`, else the platform's usual place for a program's data. */
export function dataFolder(
  env: Record<string, string | undefined> = process.env,
  platform: string = process.platform,
): string {
  if (env.CAPWATCH_HOME) return resolve(env.CAPWATCH_HOME);
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'capwatch');
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'capwatch');
  return join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'capwatch');
}

/** The file of one dataset: the user's own data and the sample month never share one. */
export function storePath(dataset: Dataset, folder: string = dataFolder()): string {
  return join(folder, `${dataset}.db`);
}

/** Where the dashboard leaves word for the worker which found logs to follow: one empty file per wish. */
export function wishFolder(folder: string = dataFolder()): string {
  return join(folder, 'wishes');
}
