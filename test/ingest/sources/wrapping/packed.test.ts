import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { nativeLines, TestStore } from './store';
import { rawZstd, zstdBomb } from './zstd-bytes';

const store = new TestStore();
const write = (name: string, bytes: string | Buffer) => writeFileSync(store.path(name), bytes);

describe.each([
  ['gzip', (text: string) => gzipSync(text)],
  ['zstd', (text: string) => rawZstd(text)],
])('a log in %s', (_, pack) => {
  test('is read like the log itself, also under a name that says nothing, and twice changes nothing', async () => {
    write('a.log', pack(nativeLines(0, 500)));
    expect(await store.read('a.log')).toMatchObject({ kind: 'read', calls: 500, quarantined: 0, format: 'native' });
    expect(await store.read('a.log')).toEqual({ kind: 'unchanged' });
    expect(store.sources).toEqual([
      expect.objectContaining({
        position: nativeLines(0, 500).length,
        size: nativeLines(0, 500).length,
        status: 'done',
      }),
    ]);
  });

  test('counts once beside the log unpacked, whichever came first', async () => {
    write('a.log', nativeLines(0, 300));
    write('a.packed', pack(nativeLines(0, 300)));
    write('b.log', nativeLines(1000, 1300));
    write('b.packed', pack(nativeLines(1000, 1300)));
    for (const name of ['a.log', 'a.packed', 'b.packed', 'b.log']) await store.read(name);
    expect(store.calls).toBe(600);
    expect(store.all('SELECT sum(duplicates) AS n FROM sources')).toEqual([{ n: 0 }]);
  });

  test('goes on where the log was left that rotation packed', async () => {
    write('a.log', nativeLines(0, 300));
    await store.read('a.log', { final: false });
    write('a.log.1', pack(nativeLines(0, 310)));
    write('a.log', nativeLines(310, 320));
    expect(await store.read('a.log', { final: false })).toMatchObject({ calls: 10 });
    expect(await store.read('a.log.1', { final: false })).toMatchObject({ calls: 10, duplicates: 0 });
    expect(store.calls).toBe(320);
  });

  test('stopped between two batches it loses and repeats nothing', async () => {
    write('a.packed', pack(nativeLines(0, 20_000, 600)));
    let looks = 0;
    while ((await store.read('a.packed', { stop: () => true })).kind === 'read') looks++;
    expect(looks).toBeGreaterThan(2);
    expect(store.calls).toBe(20_000);
    expect(store.all('SELECT sum(duplicates) AS n FROM sources')).toEqual([{ n: 0 }]);
  });

  test('cut: everything before is read, the rest is set aside once, and a whole copy goes on', async () => {
    const whole = pack(nativeLines(0, 2_000, 200));
    write('a.packed', whole.subarray(0, whole.length / 2));
    const outcome = await store.read('a.packed');
    expect(outcome).toMatchObject({ kind: 'read', quarantined: 1 });
    expect(store.reasons).toEqual([expect.stringMatching(/data is cut/)]);
    expect(store.calls).toBeGreaterThan(900);
    expect(await store.read('a.packed')).toEqual({ kind: 'unchanged' });
    write('a.packed', whole);
    expect(await store.read('a.packed')).toMatchObject({ kind: 'read', quarantined: 0, duplicates: 0 });
    expect(store.calls).toBe(2_000);
    expect(store.reasons).toHaveLength(1);
  });

  test('being written: what is there is read, and nothing is set aside until it rests', async () => {
    const whole = pack(nativeLines(0, 2_000, 200));
    write('a.packed', whole.subarray(0, 10));
    expect(await store.read('a.packed', { final: false })).toEqual({ kind: 'waiting' });
    write('a.packed', whole.subarray(0, whole.length / 2));
    expect(await store.read('a.packed', { final: false })).toMatchObject({ kind: 'read', quarantined: 0 });
    expect(await store.read('a.packed', { final: false })).toEqual({ kind: 'unchanged' });
    expect(await store.read('a.packed', { final: false, settle: true })).toMatchObject({ quarantined: 1 });
    expect(await store.read('a.packed', { final: false, settle: true })).toEqual({ kind: 'unchanged' });
    write('a.packed', whole);
    await store.read('a.packed', { final: false });
    expect(store.calls).toBe(2_000);
  });

  test('a document is read whole; a cut one says so', async () => {
    const documents = [1, 2].map((id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 't', arguments: { id } },
    }));
    const text = JSON.stringify(documents, null, 1);
    write('whole', pack(text));
    expect(await store.read('whole')).toMatchObject({ kind: 'read', calls: 2, format: 'mcp' });
    expect(await store.read('whole')).toEqual({ kind: 'unchanged' });
    const long = JSON.stringify([...documents, { pad: nativeLines(0, 2000, 100) }], null, 1);
    const packed = pack(long);
    write('cut', packed.subarray(0, packed.length - 2_000));
    expect(await store.read('cut')).toMatchObject({ kind: 'read', calls: 0, quarantined: 1 });
    expect(store.reasons).toEqual([expect.stringMatching(/cut/)]);
    expect(await store.read('cut')).toEqual({ kind: 'unchanged' });
  });

  test('twice packed, empty inside, and no log inside are told apart', async () => {
    write('twice', pack(pack('x').toString('latin1')));
    write('none', pack('dear diary\n'));
    expect(await store.read('none')).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('Claude Code') });
    write('twice', gzipSync(pack(nativeLines(0, 2))));
    expect(await store.read('twice')).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('twice') });
    write('empty', pack(''));
    expect(await store.read('empty')).toEqual({ kind: 'waiting' });
  });
});

describe('gzip', () => {
  test('several members are one log, and zeros after them are padding', async () => {
    const members = [gzipSync(nativeLines(0, 100)), gzipSync(nativeLines(100, 250)), Buffer.alloc(512)];
    write('a.gz', Buffer.concat(members));
    expect(await store.read('a.gz')).toMatchObject({ calls: 250, quarantined: 0 });
  });

  test('a damaged byte: every line before it is read, and what follows is set aside', async () => {
    const packed = gzipSync(nativeLines(0, 5_000, 200));
    const at = Math.floor(packed.length * 0.7);
    const damaged = Buffer.from(packed);
    damaged.fill(0xff, at, at + 40);
    write('a.gz', damaged);
    expect(await store.read('a.gz')).toMatchObject({ kind: 'read' });
    expect(store.calls).toBeGreaterThan(5_000 * 0.69);
    expect(store.reasons.at(-1)).toMatch(/gzip data is damaged/);
  });

  test('rubbish after the last member is set aside', async () => {
    write('a.gz', Buffer.concat([gzipSync(nativeLines(0, 100)), Buffer.from('rubbish')]));
    expect(await store.read('a.gz')).toMatchObject({ calls: 100, quarantined: 1 });
  });
});

describe('zstd', () => {
  test('frames of the zstd program at several levels, one after the other, with a frame to be skipped between', async () => {
    const text = nativeLines(0, 3_000, 150);
    write('plain', text);
    const parts = ['-1', '-3', '-19', '--fast=5'].map((level) => {
      const packed = pack('plain', level);
      return packed;
    });
    if (parts.some((part) => part === null)) return;
    const skipped = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);
    for (const [i, part] of parts.entries()) {
      write(`a${i}`, Buffer.concat([skipped, part ?? Buffer.alloc(0)]));
      const outcome = await store.read(`a${i}`);
      expect(outcome.kind).toBe(i === 0 ? 'read' : 'read');
    }
    expect(store.calls).toBe(3_000);
    expect(store.reasons).toEqual([]);
  });

  test('a bomb does not fill the memory: 40 KB that unpack to 1.3 GB', async () => {
    const bomb = zstdBomb(`${nativeLines(0, 10)}{"type":"`, 'a', 10_000);
    write('bomb', bomb);
    const before = process.memoryUsage().rss;
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const outcome = await store.read('bomb');
    clearInterval(timer);
    expect(outcome).toMatchObject({ kind: 'read', calls: 10 });
    expect(store.reasons).toEqual([expect.stringContaining('longer than 64 MiB')]);
    expect((most - before) / 1024 / 1024).toBeLessThan(600);
  }, 60_000);

  test('a window larger than the reference decoder allows is refused', async () => {
    write('a', Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xff]), Buffer.alloc(20)]));
    expect(await store.read('a')).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('memory') });
  });
});

/** Packs with the zstd program; null where there is none. */
function pack(name: string, level: string): Buffer | null {
  try {
    return execFileSync('zstd', [level, '-c', store.path(name)], {
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

test('a copy of a packed log is the same log, and so is its original when it is gone', async () => {
  write('a.gz', gzipSync(nativeLines(0, 300)));
  await store.read('a.gz');
  copyFileSync(store.path('a.gz'), store.path('b.gz'));
  await store.read('b.gz');
  rmSync(store.path('a.gz'));
  writeFileSync(store.path('c.gz'), readFileSync(store.path('b.gz')));
  await store.read('c.gz');
  expect(store.calls).toBe(300);
  expect(store.all('SELECT sum(duplicates) AS n FROM sources')).toEqual([{ n: 0 }]);
});
