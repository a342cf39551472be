import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe } from 'vitest';

/** Folder with the real logs and labelled cases, beside the project; a user's clone has none. */
const shared = resolve(import.meta.dirname, '../../shared');

export const hasShared = existsSync(join(shared, 'corpus'));

/** Path of something in `../shared`. */
export function sharedPath(...parts: string[]): string {
  return join(shared, ...parts);
}

/** A test block over `../shared`; says why when it cannot run. */
export function describeShared(name: string, body: () => void): void {
  if (hasShared) describe(name, body);
  else
    describe.skip(
      `${name} (skipped: ../shared is not here; it holds real logs that are not part of the project)`,
      body,
    );
}
