/** The written set in two halves; a scenario stands in one of them only. The testing half is never used to change a rule. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Scenario } from '../scenario';

export type Half = 'tuning' | 'testing';

/** All that the files of a folder export, by name of file: a new file needs no entry anywhere. */
async function scenariosIn(half: Half): Promise<readonly Scenario[]> {
  const folder = join(import.meta.dirname, half);
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(
    files.sort().map((name): Promise<Record<string, Scenario>> => import(pathToFileURL(join(folder, name)).href)),
  );
  return modules.flatMap((exported) => Object.values(exported));
}

/** The scenarios of both halves. */
export const writtenSet = async (): Promise<Record<Half, readonly Scenario[]>> => ({
  tuning: await scenariosIn('tuning'),
  testing: await scenariosIn('testing'),
});
