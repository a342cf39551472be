import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

interface Read {
  size: number;
  memoryMiB: number;
  outcome: { kind: string; bytes: number; calls: number; quarantined: number };
}

/** A process of its own, so that the most memory it took is what this input took. */
function read(name: string): Read {
  const script = resolve(import.meta.dirname, 'long.ts');
  return JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', script, name], { encoding: 'utf8' }));
}

/** Node itself takes 130 MiB; a line of 64 MiB is held as bytes, as text and in the store. */
const MOST_MIB = 700;

test('a line of 100 MB is set aside, the lines around it are read, memory stays bounded', () => {
  const { size, memoryMiB, outcome } = read('text-100');
  expect(outcome).toMatchObject({ kind: 'read', bytes: size, calls: 2, quarantined: 1 });
  expect(memoryMiB).toBeLessThan(MOST_MIB);
});

test('a line of 60 MB that opens a list with each byte does not end the process', () => {
  const { size, memoryMiB, outcome } = read('nested-60');
  expect(outcome).toMatchObject({ kind: 'read', bytes: size, calls: 2, quarantined: 1 });
  expect(memoryMiB).toBeLessThan(MOST_MIB);
});

test('a document of 100 MB is read whole', () => {
  const { size, memoryMiB, outcome } = read('chat-document-100');
  expect(outcome).toMatchObject({ kind: 'read', bytes: size, calls: 1, quarantined: 0 });
  expect(memoryMiB).toBeLessThan(MOST_MIB);
});
