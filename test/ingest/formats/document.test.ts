import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formats } from '@/ingest/formats';
import { formatsDocument } from '@/ingest/formats/document';

test('docs/formats.md says what the format files say (npm run docs writes it)', () => {
  expect(readFileSync(join(import.meta.dirname, '../../../docs/formats.md'), 'utf8')).toBe(formatsDocument());
});

test('every format says what it reads and what is lost', () => {
  expect(formats.filter((format) => !format.reads || !format.loses).map((format) => format.id)).toEqual([]);
});
