import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { wishFolder } from '@/db/paths';
import { CHOSEN_KEY, sourcesChosen, sourcesFound, sumOfFolders } from '@/db/questions/sources-found';
import { openStore, openWriter, type Writer } from '@/db/sqlite/open';
import type { Store } from '@/db/store';
import { lookForLogs } from '@/ingest/found-logs';
import { ChosenLogs } from '@/ingest/found-logs-chosen';
import { LOG_PLACES, type Machine } from '@/ingest/found-logs-table';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'capwatch-found-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const NONE: ReadonlySet<string> = new Set();
const machine = (over: Partial<Machine> = {}): Machine => ({ home, platform: 'linux', env: {}, ...over });

function put(path: string, bytes: number, at = Date.UTC(2026, 1, 2)): void {
  const whole = join(home, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, 'x'.repeat(bytes));
  utimesSync(whole, at / 1000, at / 1000);
}

describe('what is looked for', () => {
  test('ids can stand in file names, and none is there twice', () => {
    const ids = LOG_PLACES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+$/);
  });

  test.each([
    ['linux', {}, 'cline', '.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks'],
    ['darwin', {}, 'cline', 'Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/tasks'],
    ['win32', {}, 'roo', 'AppData/Roaming/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks'],
    ['win32', {}, 'goose', 'AppData/Roaming/Block/goose/data/sessions'],
    ['linux', {}, 'goose', '.local/share/goose/sessions'],
    ['darwin', {}, 'opencode', '.local/share/opencode/storage'],
    ['linux', {}, 'claude-code', '.config/claude/projects'],
    ['linux', {}, 'hermes', '.hermes/sessions'],
  ] as const)('on %s with %j, %s is at %s', async (platform, env, id, path) => {
    put(join(path, 'a', 'x.json'), 7);
    put(join(path, 'a', 'x.jsonl'), 7);
    const { programs } = await lookForLogs(NONE, machine({ platform, env }));
    expect(programs.map((program) => program.id)).toEqual([id]);
    expect(programs[0]?.folders[0]?.path).toBe(join(home, path));
  });

  test.each([
    ['CLAUDE_CONFIG_DIR', 'claude-code', 'projects'],
    ['CODEX_HOME', 'codex', 'sessions'],
    ['COPILOT_HOME', 'copilot-cli', 'session-state'],
    ['HERMES_HOME', 'hermes', 'sessions'],
    ['XDG_DATA_HOME', 'opencode', 'opencode/storage'],
  ])('%s says where %s keeps its files, and the usual place is left alone', async (variable, id, inside) => {
    put(join('elsewhere', inside, 'x.json'), 7);
    put(join('elsewhere', inside, 'x.jsonl'), 7);
    for (const usual of ['.claude/projects', '.codex/sessions', '.copilot/session-state', '.hermes/sessions'])
      put(join(usual, 'y.jsonl'), 7);
    const { programs } = await lookForLogs(NONE, machine({ env: { [variable]: join(home, 'elsewhere') } }));
    const mine = programs.find((program) => program.id === id);
    expect(mine?.folders.map(({ path }) => path)).toEqual([join(home, 'elsewhere', inside)]);
  });
});

describe('the look', () => {
  test('counts logs with their sizes and the last use, and nothing else', async () => {
    put('.claude/projects/-a/one.jsonl', 100, Date.UTC(2026, 0, 1));
    put('.claude/projects/-b/deep/two.jsonl', 20, Date.UTC(2026, 2, 3));
    put('.claude/projects/-b/note.txt', 5_000);
    put('.claude/projects/-b/empty.jsonl', 0);
    put('.claude/projects/-b/node_modules/three.jsonl', 9);
    put('.claude/settings.jsonl', 9);
    symlinkSync(join(home, '.claude'), join(home, '.claude/projects/-b/loop'));
    const { programs } = await lookForLogs(NONE, machine());
    expect(programs).toHaveLength(1);
    expect(programs[0] && sumOfFolders(programs[0])).toEqual({
      files: 2,
      bytes: 120,
      usedAt: Date.UTC(2026, 2, 3),
      whole: true,
    });
  });

  test('an empty machine has nothing, and what was chosen is named although it is gone', async () => {
    expect((await lookForLogs(NONE, machine())).programs).toEqual([]);
    const { programs } = await lookForLogs(new Set(['codex']), machine());
    expect(programs).toEqual([{ id: 'codex', name: 'Codex', folders: [], chosen: true }]);
  });

  test('ends at its bounds, and says that there may be more', async () => {
    for (let n = 0; n < 30; n++) put(`.codex/sessions/2026/${n}/rollout-${n}.jsonl`, 10);
    const few = await lookForLogs(NONE, machine(), { entries: 12 });
    expect(few.programs[0] && sumOfFolders(few.programs[0])).toMatchObject({ files: 12, bytes: 120, whole: false });
    const none = await lookForLogs(NONE, machine(), { time: -1 });
    expect(none.programs.every((program) => program.folders.every(({ whole }) => !whole))).toBe(true);
  });
});

describe('what a person chose', () => {
  let data: string;
  let writer: Writer;
  let store: Store & { close(): void };
  beforeEach(() => {
    data = join(home, 'data');
    mkdirSync(data);
    writer = openWriter(join(data, 'own.db'));
    store = openStore(join(data, 'own.db'), 'own');
  });
  afterEach(() => {
    store.close();
    writer.close();
  });
  const wish = (name: string) => {
    mkdirSync(wishFolder(data), { recursive: true });
    writeFileSync(join(wishFolder(data), name), '');
  };

  test('is kept for the next start, until it is taken back', async () => {
    const first = new ChosenLogs(writer, data, true);
    expect(first.takeWishes()).toBe(false);
    wish('follow-codex');
    wish('follow-claude-code');
    expect(first.takeWishes()).toBe(true);
    expect(await sourcesChosen(store)).toEqual(new Set(['codex', 'claude-code']));
    const second = new ChosenLogs(writer, data, true, ['goose']);
    wish('stop-codex');
    expect(second.takeWishes()).toBe(true);
    expect(await sourcesChosen(store)).toEqual(new Set(['claude-code', 'goose']));
    wish('follow-goose');
    expect(second.takeWishes()).toBe(false);
  });

  test('is by id only: other names are thrown away', async () => {
    const chosen = new ChosenLogs(writer, data, true);
    for (const name of ['follow-nothing', 'follow-..', 'read-codex', 'follow-codex.txt', 'stop-goose']) wish(name);
    expect(chosen.takeWishes()).toBe(false);
    expect(chosen.folders()).toEqual([]);
    expect(writer.meta.get(CHOSEN_KEY)).toBeNull();
    wish('follow-codex');
    expect(existsSync(join(wishFolder(data), 'follow-codex'))).toBe(true);
  });

  test('is neither offered nor heard while others can reach the dashboard', async () => {
    await new ChosenLogs(writer, data, true).publish();
    expect(await sourcesFound(store)).not.toBeNull();
    const closed = new ChosenLogs(writer, data, false);
    await closed.publish();
    expect(await sourcesFound(store)).toBeNull();
    wish('follow-codex');
    expect(closed.takeWishes()).toBe(false);
    expect(await sourcesChosen(store)).toEqual(new Set());
  });
});
