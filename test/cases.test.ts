import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeShared, sharedPath } from './shared';

const root = resolve(import.meta.dirname, '..');

describeShared('labelled cases', () => {
  const folder = mkdtempSync(join(tmpdir(), 'capwatch-cases-'));
  let score = '';

  beforeAll(() => {
    const tsx = join(root, 'node_modules/.bin/tsx');
    const command = [tsx, '--tsconfig', join(root, 'tsconfig.json'), join(root, 'cli/main.ts'), 'inspect', '--json'];
    const run = join(folder, 'run');
    writeFileSync(run, `#!/bin/sh\nexec ${command.map((word) => `'${word}'`).join(' ')} "$@"\n`, { mode: 0o755 });
    try {
      score = execFileSync('node', [sharedPath('tools/score-cases.mjs'), sharedPath('cases'), '--', run], {
        encoding: 'utf8',
      });
    } catch (error) {
      // The scorer exits with 1 while anything disagrees; its figures are on stdout all the same.
      score = String((error as { stdout?: string }).stdout ?? error);
    }
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['verdict', 'present', 'limit', 'unseen', 'claims'])('%s agrees everywhere', (key) => {
    const [, right, all] = new RegExp(`${key} (\\d+)/(\\d+)`).exec(score) ?? [];
    expect(Number(all), score).toBeGreaterThan(0);
    expect(`${right} of ${all}`, score).toBe(`${all} of ${all}`);
  });

  it('claims agree on every answer, without a false alarm', () => {
    const [, right, all] = /claims (\d+)\/(\d+), false alarms/.exec(score) ?? [];
    expect(Number(all), score).toBeGreaterThan(0);
    expect(`${right} of ${all}`, score).toBe(`${all} of ${all}`);
    expect(score).toContain('false alarms 0,');
  });

  it('calls no honest claim false', () => expect(score).toContain('false alarms 0'));

  it('runs on every case', () => expect(score).toContain('did not run 0'));
});
