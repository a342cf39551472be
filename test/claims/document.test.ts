import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withClaimTables } from './document';

it('docs/judgement.md says how the written set is judged today (npm run docs)', async () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/judgement.md'), 'utf8');
  expect(document).toBe(await withClaimTables(document));
});
