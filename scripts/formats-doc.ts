// Writes docs/formats.md from what each format says of itself; the test of the same name fails when it is out of date.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatsDocument } from '@/ingest/formats/document';

writeFileSync(join(import.meta.dirname, '../docs/formats.md'), formatsDocument());
