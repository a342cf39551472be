import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { FollowHome, line, soon } from './follow-home';

let at: FollowHome;

afterEach(() => at.end());

/** Watches of this process at the system, by kind: 0 where the system does not show them. */
function inotifyWatches(): number {
  if (process.platform !== 'linux') return 0;
  let watches = 0;
  for (const fd of readdirSync('/proc/self/fdinfo')) {
    try {
      watches += readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8').match(/^inotify wd/gm)?.length ?? 0;
    } catch (error) {
      // The handle with which the folder itself is listed is closed by now.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return watches;
}

describe('many files', () => {
  const FOLDERS = 100;
  const FILES = 100;

  test('10,000 files cost a watch for each folder and none for a file, and changes are read within two seconds', {
    timeout: 60_000,
  }, async () => {
    at = new FollowHome();
    for (let i = 0; i < FOLDERS; i++) {
      mkdirSync(at.path(`p${i}`));
      // No log, so that the time goes into following and not into reading.
      for (let j = 0; j < FILES; j++) writeFileSync(at.path(`p${i}`, `f${j}.txt`), `note ${i} ${j}\n`);
    }
    const handles = readdirSync('/dev/fd').length;
    const before = inotifyWatches();
    await at.follower.watch([at.folder]);
    expect(at.opened()).toBe(FOLDERS * FILES);
    expect(at.follower.size).toMatchObject({ folders: FOLDERS + 1, watched: FOLDERS + 1, silent: 0, waiting: 0 });
    expect(readdirSync('/dev/fd').length).toBeLessThanOrEqual(handles + 2);
    if (process.platform === 'linux') expect(inotifyWatches() - before).toBe(FOLDERS + 1);

    appendFileSync(at.path('p50', 'new.ndjson'), line(1));
    await soon(() => expect(at.calls()).toBe(1));
    appendFileSync(at.path('p50', 'new.ndjson'), line(2));
    mkdirSync(at.path('p99', 'deep', 'deeper'), { recursive: true });
    writeFileSync(at.path('p99', 'deep', 'deeper', 'a.ndjson'), line(3));
    await soon(() => expect(at.calls()).toBe(3));

    rmSync(at.folder, { recursive: true });
    await soon(() => expect(at.follower.size).toMatchObject({ folders: 0, watched: 0 }));
    if (process.platform === 'linux') expect(inotifyWatches()).toBe(before);
  });
});

describe('where watches are exhausted', () => {
  test('it says so once, and looks at the other folders by itself', { retry: 2 }, async () => {
    at = new FollowHome({ mostWatches: 2 });
    for (const name of ['a', 'b', 'c', 'd']) {
      mkdirSync(at.path(name));
      writeFileSync(at.path(name, 'log.ndjson'), line(name.charCodeAt(0)));
    }
    await at.follower.watch([at.folder]);
    expect(at.calls()).toBe(4);
    expect(at.follower.size).toMatchObject({ folders: 5, watched: 2, silent: 3 });
    expect(at.troubles).toHaveLength(1);
    expect(at.troubles[0]?.reason).toContain('looked at again and again instead');
    for (const name of ['a', 'b', 'c', 'd'])
      appendFileSync(at.path(name, 'log.ndjson'), line(1000 + name.charCodeAt(0)));
    await soon(() => expect(at.calls()).toBe(8));
    mkdirSync(at.path('d', 'deep'));
    writeFileSync(at.path('d', 'deep', 'log.ndjson'), line(5000));
    rmSync(at.path('c'), { recursive: true });
    await soon(() => expect(at.calls()).toBe(9));
    await soon(() =>
      expect(at.all("SELECT path FROM sources WHERE status = 'gone'")).toEqual([{ path: at.path('c', 'log.ndjson') }]),
    );
    expect(at.troubles).toHaveLength(1);
  });
});

describe('where something may not be read', () => {
  const NOBODY = 65_534;
  const isRoot = process.geteuid?.() === 0;

  // The superuser may read everything, so the test gives its rights away for a while.
  test.skipIf(process.platform === 'win32')(
    'it says so once, the others go on, and a change of rights is noticed',
    { retry: 2 },
    async () => {
      if (isRoot) process.seteuid?.(NOBODY);
      try {
        at = new FollowHome();
        mkdirSync(at.path('closed'));
        writeFileSync(at.path('closed', 'a.ndjson'), line(1));
        writeFileSync(at.path('hidden.ndjson'), line(2));
        writeFileSync(at.path('open.ndjson'), line(3));
        chmodSync(at.path('closed'), 0);
        chmodSync(at.path('hidden.ndjson'), 0);
        await at.follower.watch([at.folder]);
        expect(at.calls()).toBe(1);
        await at.follower.lookEverywhere();
        await at.follower.lookEverywhere();
        expect(at.troubles.map(({ path }) => path).sort()).toEqual([at.path('closed'), at.path('hidden.ndjson')]);
        chmodSync(at.path('closed'), 0o700);
        chmodSync(at.path('hidden.ndjson'), 0o600);
        await soon(() => expect(at.calls()).toBe(3));
        appendFileSync(at.path('closed', 'a.ndjson'), line(4));
        await soon(() => expect(at.calls()).toBe(4));
      } finally {
        await at.follower.stop();
        if (isRoot) process.seteuid?.(0);
      }
    },
  );
});
