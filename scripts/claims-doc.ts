// Writes the tables of the written set into docs/judgement.md; test/claims/document.test.ts fails when they are out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClaimTables } from '@/test/claims/document';

const DOCUMENT = join(import.meta.dirname, '../docs/judgement.md');
writeFileSync(DOCUMENT, await withClaimTables(readFileSync(DOCUMENT, 'utf8')));
