import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stretchesOf } from '@/ingest/sources/stdin';
import { addMessages, addSession, hermesDb, turn } from './hermes-db';
import { nativeLines } from './store';
import { zip } from './zip-bytes';
import { rawZstd } from './zstd-bytes';

/** Inputs tried of each kind; `CAPWATCH_FUZZ_RUNS` asks for more. */
const RUNS = Number(process.env.CAPWATCH_FUZZ_RUNS ?? 150);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'capwatch-damage-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What becomes of bytes, read as a file or as a stream: how many calls, and why the rest was not read. */
async function read(bytes: Buffer, asStream: boolean): Promise<{ calls: number; reasons: string[] }> {
  const path = join(folder, 'log');
  writeFileSync(path, bytes);
  const stretches = stretchesOf(asStream ? chunksOf(bytes) : path);
  const found = { calls: 0, reasons: [] as string[] };
  for (;;) {
    const next = await stretches.next();
    if (next.done) {
      if (next.value) found.reasons.push(next.value.reason);
      return found;
    }
    found.calls += next.value.records.filter((record) => record.type === 'call').length;
    found.reasons.push(...next.value.quarantined.map(({ reason }) => reason));
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 997) yield bytes.subarray(at, at + 997);
}

interface Damage {
  flips: [at: number, bits: number][];
  cut: number;
}

const damage = (most: number): fc.Arbitrary<Damage> =>
  fc.record({
    flips: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 255 })), {
      maxLength: most,
    }),
    cut: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  });

function damaged(bytes: Buffer, { flips, cut }: Damage): Buffer {
  const copy = Buffer.from(bytes.subarray(0, Math.ceil(bytes.length * cut)));
  for (const [share, bits] of flips) {
    const at = Math.floor(share * (copy.length - 1));
    if (at >= 0) copy[at] = (copy[at] ?? 0) ^ bits;
  }
  return copy;
}

function database(): Buffer {
  const path = join(folder, 'made.db');
  const db = hermesDb(path);
  addSession(db, 's');
  for (let n = 0; n < 40; n++) addMessages(db, turn(n));
  db.close();
  return readFileSync(path);
}

function archive(): Buffer {
  const log = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../fixtures/inspect-ai/v2.json'), 'utf8'));
  const entries = log.samples.map((sample: object, i: number) => ({
    name: `samples/${i}_epoch_1.json`,
    content: Buffer.from(JSON.stringify(sample)),
    method: i % 2 === 0 ? 'deflate' : 'zstd',
  }));
  return zip([...entries, { name: 'header.json', content: Buffer.from(JSON.stringify({ eval: log.eval })) }]);
}

const zstdFixture = () => readFileSync(resolve(import.meta.dirname, '../../../fixtures/packed/native.zst'));

test.each<[string, () => Buffer, number]>([
  ['gzip', () => gzipSync(nativeLines(0, 120, 50)), 120],
  ['zstd', zstdFixture, 120],
  ['zstd of raw blocks', () => rawZstd(nativeLines(0, 120, 50)), 120],
  ['.eval', archive, 6],
  ['state.db', database, 40],
])(
  '%s with flipped bytes and cut anywhere: no crash, no hang, a reason for what is missing',
  async (_, make, calls) => {
    const whole = make();
    expect((await read(whole, false)).calls).toBe(calls);
    let slowest = 0;
    await fc.assert(
      fc.asyncProperty(damage(6), fc.boolean(), async (how, asStream) => {
        const start = performance.now();
        const found = await read(damaged(whole, how), asStream);
        slowest = Math.max(slowest, performance.now() - start);
        if (how.flips.length === 0 && found.calls < calls) expect(found.reasons.length).toBeGreaterThan(0);
        for (const reason of found.reasons) expect(reason.length).toBeGreaterThan(5);
      }),
      { numRuns: RUNS },
    );
    expect(slowest).toBeLessThan(10_000);
    expect(process.memoryUsage().rss).toBeLessThan(1.5 * 1024 ** 3);
  },
  600_000,
);

test('a cut of gzip anywhere leaves exactly the lines that zlib itself still finds', async () => {
  const packed = gzipSync(nativeLines(0, 200, 80));
  for (let length = 100; length < packed.length; length += 211) {
    const cut = packed.subarray(0, length);
    const left = gunzipSync(cut, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    const { calls, reasons } = await read(cut, length % 2 === 0);
    expect(calls).toBe(left.split('\n').length - 1);
    expect(reasons).toEqual([expect.stringContaining('gzip data is cut')]);
  }
}, 120_000);
