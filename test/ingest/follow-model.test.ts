import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FollowHome, line } from './follow-home';

/** What happens to the files of a folder that is followed. */
type Step =
  | { do: 'append'; file: number; lines: number; cut: boolean }
  | { do: 'rotate'; file: number }
  | { do: 'copytruncate'; file: number; more: boolean }
  | { do: 'truncate'; file: number }
  | { do: 'replace'; file: number; keep: boolean }
  | { do: 'rename'; file: number; to: number }
  | { do: 'delete'; file: number }
  | { do: 'moveFolder' }
  | { do: 'rest' }
  | { do: 'restart' };

const NAMES = ['a.ndjson', 'b.ndjson', 'deep/c.ndjson', 'deep/er/d.ndjson'];
const file = fc.nat(NAMES.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      file,
      lines: fc.integer({ min: 0, max: 30 }),
      cut: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rotate' as const), file }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('copytruncate' as const), file, more: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('truncate' as const), file }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('replace' as const), file, keep: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rename' as const), file, to: file }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), file }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('moveFolder' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('rest' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);

/** The files as they should be, and which lines have to be in the store by now. */
class Model {
  private readonly texts = new Map<string, string>();
  private readonly due = new Set<number>();
  private written = 0;
  private rotations = 0;

  constructor(private readonly at: FollowHome) {}

  async run(step: Step): Promise<void> {
    const path = 'file' in step ? this.at.path(...(NAMES[step.file] ?? '').split('/')) : '';
    const there = existsSync(path);
    switch (step.do) {
      case 'append':
        return this.append(path, this.lines(step.lines), step.cut);
      case 'rotate':
        if (there) this.move(path, `${path}.${++this.rotations}`);
        return;
      case 'copytruncate':
        if (!there) return;
        this.copy(path, `${path}.${++this.rotations}`);
        this.write(path, '', step.more);
        return;
      case 'truncate':
        if (there) this.write(path, '', false);
        return;
      case 'replace':
        return this.replace(path, step.keep);
      case 'rename': {
        const to = this.at.path(...(NAMES[step.to] ?? '').split('/'));
        if (there && to !== path) this.move(path, to);
        return;
      }
      case 'delete':
        rmSync(path, { force: true });
        this.texts.delete(path);
        return;
      case 'moveFolder':
        return this.moveFolder();
      case 'rest':
        return this.rest();
      case 'restart':
        await this.at.restart();
        await this.at.follower.watch([this.at.folder]);
    }
  }

  /** Everything whole in a file now has had its time: it is counted once, and nothing is counted that never stood there. */
  async rest(): Promise<void> {
    for (const text of this.texts.values())
      for (const whole of text.split('\n').slice(0, -1)) this.due.add(JSON.parse(whole).args.n);
    await this.at.follower.lookEverywhere();
    const counted = this.at.all<{ ts: number }>('SELECT ts FROM calls').map(({ ts }) => ts - 1_772_000_000_000);
    expect(new Set(counted).size, 'a line was counted twice').toBe(counted.length);
    const found = new Set(counted);
    expect(
      [...this.due].filter((n) => !found.has(n)),
      'lines that were not counted',
    ).toEqual([]);
    expect(
      counted.filter((n) => n >= this.written),
      'lines that nobody wrote',
    ).toEqual([]);
    expect(this.at.all('SELECT * FROM quarantine')).toEqual([]);
  }

  private lines(many: number): string {
    return Array.from({ length: many }, () => line(this.written++)).join('');
  }

  /** `cut`: the last line ends in its middle, and the next append begins with its rest. */
  private append(path: string, text: string, cut: boolean): void {
    const before = this.texts.get(path) ?? '';
    const open = before.slice(before.lastIndexOf('\n') + 1);
    const rest =
      open === ''
        ? ''
        : line(Number(/^{"type":"call","tool":"t","ts":(\d+)/.exec(open)?.[1]) - 1_772_000_000_000).slice(open.length);
    const more = rest + text + (cut ? line(this.written++).slice(0, 60) : '');
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, more);
    this.texts.set(path, before + more);
  }

  private write(path: string, text: string, more: boolean): void {
    if (text === '') truncateSync(path);
    else writeFileSync(path, text);
    this.texts.set(path, text);
    if (more) this.append(path, this.lines(2), false);
  }

  /** Another file takes the name, with the text so far and more (as an editor saves), or with new text. */
  private replace(path: string, keep: boolean): void {
    const text = (keep ? whole(this.texts.get(path) ?? '') : '') + this.lines(3);
    const beside = `${this.at.home}/beside`;
    writeFileSync(beside, text);
    mkdirSync(dirname(path), { recursive: true });
    renameSync(beside, path);
    this.texts.set(path, text);
  }

  private copy(from: string, to: string): void {
    copyFileSync(from, to);
    this.texts.set(to, this.texts.get(from) ?? '');
  }

  private move(from: string, to: string): void {
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
    this.texts.set(to, this.texts.get(from) ?? '');
    this.texts.delete(from);
  }

  private moveFolder(): void {
    const [from, to] = [this.at.path('deep'), this.at.path(`moved${++this.rotations}`)];
    if (!existsSync(from)) return;
    renameSync(from, to);
    for (const [path, text] of [...this.texts])
      if (path.startsWith(`${from}/`)) {
        this.texts.delete(path);
        this.texts.set(to + path.slice(from.length), text);
      }
  }
}

const whole = (text: string) => text.slice(0, text.lastIndexOf('\n') + 1);

test('whatever happens to its files, each line that was whole long enough is counted once', {
  timeout: 300_000,
}, async () => {
  const runs = Number(process.env.CAPWATCH_RUNS ?? 40);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const at = new FollowHome();
      try {
        await at.follower.watch([at.folder]);
        const model = new Model(at);
        for (const step of steps) await model.run(step);
        await model.rest();
      } finally {
        await at.end();
      }
    }),
    { numRuns: runs },
  );
});
