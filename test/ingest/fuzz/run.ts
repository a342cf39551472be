import { parseArgs } from 'node:util';
import { formats } from '@/ingest/formats';
import { emptyTally, fuzzFormat, logs } from './harness';

/** `npx tsx test/ingest/fuzz/run.ts --inputs 200000 [--seed 1] [--format mcp]`: many damaged logs, shared by all formats. */
const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '200000' },
    seed: { type: 'string' },
    format: { type: 'string' },
    verbose: { type: 'boolean' },
  },
});
const seed = values.seed ? Number(values.seed) : Date.now() % 0x7fffffff;
const ids = formats.map(({ id }) => id).filter((id) => !values.format || id === values.format);
const each = Math.ceil(Number(values.inputs) / ids.length);
const all = logs();
const tally = emptyTally();
const faults: string[] = [];
const start = performance.now();
for (const id of ids) {
  try {
    fuzzFormat(id, all, each, seed, tally);
  } catch (error) {
    faults.push(id);
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    console.error(`${id}: ${cause}\n${values.verbose ? error : ''}`);
  }
}
const seconds = Math.round((performance.now() - start) / 1000);
const memory = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ seed, seconds, memoryMiB: memory, faults, ...tally }, null, 1));
if (faults.length > 0) process.exitCode = 1;
