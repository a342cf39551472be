import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '@/lib/contract/data/dialects';
import { inspect } from '@/lib/inspect';
import { callOf, type DialectCase } from '../../fixtures/dialects/kit';
import { describeShared, sharedPath } from '../../shared';

const FOLDER = resolve(import.meta.dirname, '../../fixtures/dialects');
const families = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && file !== 'kit.ts');

/** Every array that a family file exports. */
async function casesOf(file: string): Promise<DialectCase[]> {
  const exported: Record<string, unknown> = await import(resolve(FOLDER, file));
  return Object.values(exported).flatMap((value) => (Array.isArray(value) ? (value as DialectCase[]) : []));
}

const all = (await Promise.all(families.map(casesOf))).flat();

describe.each(families)('dialects of %s', async (file) => {
  const cases = await casesOf(file);
  it('has cases', () => expect(cases.length).toBeGreaterThan(0));
  it.each(cases.map((one) => [`${one.dialect}: ${one.name}`, one] as const))('%s', (_, one) => {
    const [judged] = inspect([callOf(one)]).calls;
    const { verdict, present, limit, unseen, basis } = one.expect;
    expect.soft(judged?.dialect).toBe(one.dialect);
    expect.soft(judged?.verdict, JSON.stringify(judged?.findings)).toBe(verdict);
    if (present !== undefined) expect.soft(judged?.present).toBe(present);
    if (limit !== undefined) expect.soft(judged?.limit?.value ?? null).toBe(limit);
    if (unseen !== undefined) expect.soft(judged?.unseen).toMatchObject(unseen);
    if (basis !== undefined) expect.soft(judged?.basis ?? null).toBe(basis);
  });
});

describe('dialect data', () => {
  it('has unique ids, each with a source', () => {
    const ids = DIALECTS.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(DIALECTS.filter(({ source }) => source.trim() === '').map(({ id }) => id)).toEqual([]);
  });

  it('a dialect from memory never proves anything alone', () => {
    const memory = new Set(DIALECTS.filter(({ standing }) => standing === 'memory').map(({ id }) => id));
    for (const one of all.filter(({ dialect }) => memory.has(dialect))) {
      const [judged] = inspect([callOf(one)]).calls;
      const alone = judged?.limit?.source === 'dialect' || judged?.limit === null;
      if (alone) expect(`${one.dialect} ${judged?.verdict}`).not.toBe(`${one.dialect} silent`);
    }
  });
});

interface Entry {
  id: string;
  category: string;
  verified: boolean;
}

describeShared('the catalogue', () => {
  const entries = JSON.parse(readFileSync(sharedPath('dialects.json'), 'utf8')) as Entry[];
  /** Dialects of an entry: its id, or its id and a suffix. */
  const covers = (id: string, entry: string): boolean => id === entry || id.startsWith(`${entry}_`);

  it('every entry has a dialect', () => {
    const missing = entries.filter(({ id }) => !DIALECTS.some((dialect) => covers(dialect.id, id)));
    expect(missing.map(({ id, category }) => `${category} ${id}`)).toEqual([]);
  });

  it('every entry has a case; a verified one has a capped and a complete one', () => {
    const missing = entries.filter(({ id, verified }) => {
      const own = all.filter(({ dialect }) => covers(dialect, id));
      const capped = own.some(({ expect: { verdict } }) =>
        ['flagged', 'silent', 'stale', 'refused', 'unreadable'].includes(verdict),
      );
      const whole = own.some(({ expect: { verdict } }) => ['complete', 'not_a_list'].includes(verdict));
      return own.length === 0 || (verified && !(capped && whole));
    });
    expect(missing.map(({ id, category }) => `${category} ${id}`)).toEqual([]);
  });
});
