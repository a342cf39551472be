import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** The folder of the package: one above this file, in the sources as in the bundle. */
export const packageRoot = resolve(import.meta.dirname, '..');

const description = z.object({ version: z.string(), description: z.string() });

/** What package.json says of this program. */
export function aboutPackage(): z.infer<typeof description> {
  return description.parse(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')));
}
