import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { formats } from '@/ingest/formats';
import { HEAD_BYTES, lookAt } from '@/ingest/sources/head';

const FIXTURES = resolve(import.meta.dirname, '../../fixtures');

/** A log of our own that the fuzz damages. */
export interface Log {
  format: string;
  name: string;
  text: string;
}

/** Folders of `test/fixtures` that hold no logs. */
const NO_LOGS = ['dialects'];

/** Every fixture that is text, by the format that recognises it. Throws when a format of the registry has none. */
export function logs(): Log[] {
  const found: Log[] = [];
  for (const folder of readdirSync(FIXTURES, { withFileTypes: true })) {
    if (!folder.isDirectory() || NO_LOGS.includes(folder.name)) continue;
    for (const file of readdirSync(resolve(FIXTURES, folder.name), { withFileTypes: true })) {
      if (!file.isFile()) continue;
      const bytes = readFileSync(resolve(FIXTURES, folder.name, file.name));
      const look = lookAt(bytes.subarray(0, HEAD_BYTES), bytes.length <= HEAD_BYTES);
      if ('reason' in look) continue;
      found.push({
        format: look.detected.format.id,
        name: `${folder.name}/${file.name}`,
        text: bytes.toString('utf8'),
      });
    }
  }
  const missing = formats.filter(({ id }) => !found.some((log) => log.format === id));
  if (missing.length > 0) throw new Error(`no fixture is recognised as ${missing.map(({ id }) => id).join(', ')}`);
  return found;
}
