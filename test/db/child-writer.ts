/** Runs as a process of its own: goes on with a fixed log from where the store stands, batch by batch, until killed or done. */
import { openWriter } from '@/db/sqlite/open';
import { Pipeline } from '@/ingest/pipeline';
import type { LogRecord } from '@/lib/records';
import { fixedLog } from './fixed-log';

const [path = '', size = '0', pause = '0'] = process.argv.slice(2);
const log = fixedLog(Number(size));
const writer = openWriter(path);
const pipeline = new Pipeline(writer, () => 0);
const source = pipeline.open({
  kind: 'file',
  path: 'fixed.ndjson',
  fingerprint: 'fixed',
  format: 'native',
  size: log.length,
});
process.stdout.write(`at ${source.position}\n`);

async function run(): Promise<void> {
  for (let at = source.position; at < log.length; ) {
    const records: LogRecord[] = log.slice(at, at + 40);
    at += records.length;
    const status = at < log.length ? 'reading' : 'done';
    const progress = { position: at, size: log.length, state: { at }, status } as const;
    pipeline.write({ source: source.id, records, progress, sourceTime: 0 });
    await new Promise((next) => setTimeout(next, Number(pause)));
  }
  writer.close();
  process.stdout.write('done\n');
}

void run();
