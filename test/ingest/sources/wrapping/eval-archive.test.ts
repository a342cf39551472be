import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { stretchesOf } from '@/ingest/sources/stdin';
import { nativeLines, TestStore } from './store';
import { type Entry, zip } from './zip-bytes';

const store = new TestStore();
const text = readFileSync(resolve(import.meta.dirname, '../../../fixtures/inspect-ai/v2.json'), 'utf8');
const log = JSON.parse(text) as { eval: object; samples: { id: string; epoch: number }[] };
const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const samples = log.samples.map((sample, i): Entry => ({ name: `samples/${i}_epoch_1.json`, content: json(sample) }));
const { samples: _, ...rest } = log;
const start: Entry = { name: '_journal/start.json', content: json({ version: 2, eval: log.eval, plan: {} }) };
const summary: Entry = { name: '_journal/summaries/1.json', content: json([{}]) };
const header: Entry = { name: 'header.json', content: json(rest) };
const whole = [start, ...samples, summary, header];
const write = (name: string, bytes: string | Buffer) => writeFileSync(store.path(name), bytes);
const calls = () => store.all('SELECT id, session, tool, json(args) AS args, model FROM calls ORDER BY id');

describe('an .eval archive', () => {
  test('gives the calls, sessions and answers of the same log as JSON, and both count once', async () => {
    write('log.json', JSON.stringify(log, null, 2));
    await store.read('log.json');
    const expected = calls();
    const answers = store.answers;
    write('log.eval', zip(whole));
    expect(await store.read('log.eval')).toMatchObject({
      kind: 'read',
      format: 'inspect-ai',
      quarantined: 0,
      calls: 0,
    });
    expect(calls()).toEqual(expected);
    expect(expected.length).toBeGreaterThan(4);
    expect(store.answers).toBe(answers);
    expect(await store.read('log.eval')).toEqual({ kind: 'unchanged' });
  });

  test.each(['store', 'deflate', 'zstd'] as const)('with entries by %s', async (method) => {
    write('a', zip(whole.map((entry) => ({ ...entry, method }))));
    expect(await store.read('a')).toMatchObject({ calls: 6, answers: 2, quarantined: 0 });
    expect(store.all('SELECT DISTINCT model FROM calls')).toContainEqual({ model: 'model-x' });
  });

  test('names what it skips', async () => {
    write('a', zip(whole));
    await store.read('a');
    expect(store.all('SELECT type, records FROM skipped ORDER BY type')).toEqual(
      expect.arrayContaining([{ type: 'entry:_journal/summaries/n.json', records: 1 }]),
    );
  });

  test('is followed while the run writes samples, and its header last', async () => {
    write('a', zip([start, samples[0] as Entry]));
    expect(await store.read('a', { final: false })).toMatchObject({ calls: 3 });
    write('a', zip(whole));
    expect(await store.read('a', { final: false })).toMatchObject({ calls: 3, duplicates: 0 });
    expect(store.sources).toHaveLength(1);
  });

  test('packed again with gzip, and as a stream', async () => {
    write('a', gzipSync(zip(whole)));
    expect(await store.read('a')).toMatchObject({ calls: 6, quarantined: 0 });
    const stretches = stretchesOf(once(zip(whole)));
    const { value } = await stretches.next();
    expect(value && 'records' in value && value.records.length).toBe(8);
    expect(await stretches.next()).toEqual({ done: true, value: undefined });
  });

  test('an entry that is encrypted, damaged, too large or of an unknown method is named; the others are read', async () => {
    const [first, second] = samples as [Entry, Entry];
    const more = (name: string) => ({ ...second, name: `samples/${name}.json` });
    write(
      'a',
      zip([
        header,
        first,
        { ...more('encrypted'), flags: 1 },
        { ...more('damaged'), crc: 1 },
        { ...more('huge'), claims: 300 * 1024 * 1024 },
        { ...more('small'), claims: 10 },
        { ...more('lzma'), methodNumber: 14 },
        { ...more('rubbish'), packed: Buffer.from('rubbish'), method: 'deflate' },
      ]),
    );
    expect(await store.read('a')).toMatchObject({ kind: 'read', calls: 3, quarantined: 6 });
    expect(store.reasons.map((reason) => reason.replace(/^samples\/(\w+)\.json in the archive: /, '$1: '))).toEqual([
      'encrypted: it is encrypted',
      'damaged: it is damaged (its checksum does not fit)',
      'huge: it unpacks to more than 256 MiB',
      expect.stringMatching(/^small: it is damaged/),
      'lzma: it is compressed by a method that is not read (14)',
      expect.stringMatching(/^rubbish: it is damaged/),
    ]);
  });

  test('names that leave the folder are skipped, never followed', async () => {
    write('a', zip([header, ...samples, { name: '../../samples/x.json', content: json(log.samples[0]) }]));
    expect(await store.read('a')).toMatchObject({ calls: 6, quarantined: 0 });
  });

  test('overlapping entries, as in a zip bomb, are refused', async () => {
    write('a', zip(whole, { overlap: true }));
    expect(await store.read('a')).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('overlap') });
  });

  test('another archive and a cut one say what they are', async () => {
    write('a', zip([{ name: 'logs/a.jsonl', content: Buffer.from(nativeLines(0, 3)) }]));
    expect(await store.read('a')).toMatchObject({
      kind: 'unknown',
      reason: expect.stringContaining('no evaluation log'),
    });
    const cut = zip(whole).subarray(0, -30);
    write('b', cut);
    expect(await store.read('b')).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('cut or damaged') });
    expect(await store.read('b', { final: false })).toEqual({ kind: 'waiting' });
  });

  test('a run without a header keeps its samples', async () => {
    write('a', zip(samples));
    expect(await store.read('a')).toMatchObject({ calls: 6, quarantined: 0 });
  });

  test('an entry that unpacks to far more than it says stops where it said', async () => {
    const bomb = { name: 'samples/bomb.json', content: Buffer.alloc(200 * 1024 * 1024, 0x20), claims: 1000 };
    write('a', zip([header, ...samples, bomb]));
    expect(await store.read('a')).toMatchObject({ calls: 6, quarantined: 1 });
  });

  test('written by the zip program', async () => {
    write('header.json', header.content);
    try {
      execFileSync('zip', ['-q', 'a.eval', 'header.json'], { cwd: store.folder });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
      throw error;
    }
    expect(await store.read('a.eval')).toMatchObject({ kind: 'read', calls: 0, quarantined: 0 });
  });
});

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
}
