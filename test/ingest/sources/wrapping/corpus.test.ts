import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { filesBelow } from '@/ingest/sources/folder';
import { stretchesOf } from '@/ingest/sources/stdin';
import { describeShared, sharedPath } from '../../../shared';

/** Calls, answers and quarantined units of a log; null when it is refused. */
async function read(
  from: string | AsyncIterable<Buffer>,
): Promise<{ calls: number; answers: number; bad: number } | null> {
  const found = { calls: 0, answers: 0, bad: 0 };
  const stretches = stretchesOf(from, 'log');
  for (;;) {
    const next = await stretches.next();
    if (next.done) return next.value ? null : found;
    found.calls += next.value.records.filter((record) => record.type === 'call').length;
    found.answers += next.value.records.filter((record) => record.type === 'answer').length;
    found.bad += next.value.quarantined.length;
  }
}

async function* packed(path: string): AsyncGenerator<Buffer> {
  yield gzipSync(readFileSync(path), { level: 1 });
}

describeShared('real logs, packed', () => {
  test('archives of Inspect AI hold the calls that the index counts', async () => {
    const counts: Record<string, unknown> = {};
    for (const path of filesBelow(sharedPath('corpus', 'inspect_ai')))
      if (path.endsWith('.eval')) counts[basename(path)] = await read(path);
    expect(counts).toEqual({
      '2025-11-07T10-59-47-05-00_websearch-addition-problem_LqPDntDnkk4h2fSqQ8i6CE.eval': {
        calls: 0,
        answers: 1,
        bad: 0,
      },
      'log_message_deduplication.eval': { calls: 5, answers: 1, bad: 0 },
      'log_streaming.eval': { calls: 0, answers: 4, bad: 0 },
    });
  });

  test('every file gives the same from gzip as it lies there, and none is refused', async () => {
    for (const path of filesBelow(sharedPath('corpus'))) {
      if (path.endsWith('INDEX.md')) continue;
      const plain = await read(path);
      expect(plain, path).not.toBeNull();
      expect([path, await read(packed(path))]).toEqual([path, plain]);
    }
  }, 240_000);
});
