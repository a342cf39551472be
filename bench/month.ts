import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ingest, serve } from './capwatch';
import { table } from './document';
import { groupWithDuckdb } from './duckdb';
import { figure, median, timed } from './measure';
import { type SampleFile, writeSample } from './sample-file';

const ROUNDS = 3;
const WARM_UP = 5;
const REQUESTS = 20;

/** Ingests the sample month, in turns with DuckDB over the same file, then measures the overview over what was stored; each table is written as soon as it is there. */
export async function measureMonth(write: (name: string, body: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'capwatch-bench-'));
  try {
    const file = join(folder, 'month.ndjson');
    const sample = writeSample(file);
    const own: number[] = [];
    const duck: number[] = [];
    const peaks: number[] = [];
    let home = '';
    for (let round = 0; round < ROUNDS; round++) {
      home = join(folder, `home-${round}`);
      mkdirSync(home);
      const read = await ingest(home, file);
      own.push(read.ms);
      peaks.push(read.peak);
      const grouped = await groupWithDuckdb(file);
      duck.push(grouped.ms);
      if (grouped.calls !== sample.calls) throw new Error(`DuckDB counted ${grouped.calls} calls of ${sample.calls}.`);
    }
    write('ingest', ingestTable(sample, own, duck, peaks));
    write('overview', await overviewTable(home));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ingestTable(sample: SampleFile, own: number[], duck: number[], peaks: number[]): string {
  const line = (name: string, times: number[], memory: string): string[] => {
    const seconds = median(times) / 1000;
    return [name, figure(seconds), figure(sample.bytes / 1e6 / seconds), figure(sample.calls / seconds), memory];
  };
  const size = `The month is ${figure(sample.bytes / 1e6)} MB of NDJSON with ${sample.calls.toLocaleString('en-US')} calls.`;
  const ratio = `Capwatch takes ${figure(median(own) / median(duck))} times as long as DuckDB (medians of ${own.length} turns each).`;
  return `${size}\n\n${table(
    ['', 'seconds', 'MB/s', 'calls/s', 'peak memory'],
    [
      line('`capwatch ingest`: read, judge, store', own, `${figure(median(peaks) / 1e6)} MB`),
      line('DuckDB: read, group by tool', duck, '—'),
    ],
  )}\n\n${ratio}`;
}

async function overviewTable(home: string): Promise<string> {
  const { url, stop } = await serve(home);
  try {
    const times: number[] = [];
    let bytes = 0;
    for (let i = -WARM_UP; i < REQUESTS; i++) {
      const ms = await timed(async () => {
        const answer = await fetch(url);
        if (!answer.ok) throw new Error(`The overview answered ${answer.status}.`);
        bytes = (await answer.arrayBuffer()).byteLength;
      });
      if (i >= 0) times.push(ms);
    }
    return table(
      ['', 'median, ms', 'slowest, ms', 'page, kB'],
      [['overview over the whole month', figure(median(times)), figure(Math.max(...times)), figure(bytes / 1000)]],
    );
  } finally {
    await stop();
  }
}
