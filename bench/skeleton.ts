import { get, locate, skeleton, stringAt } from '@/lib/json';
import { table } from './document';
import { figure, median } from './measure';
import { logLine, payloads } from './payloads';

const ROUNDS = 9;
/** Characters per round and reader: long enough to be measured, short enough to take turns often. */
const VOLUME = 20_000_000;

/** Keeps results reachable, so that no reading is optimised away. */
let sink: unknown;

type Reader = (text: string) => unknown;

/** MB/s of each reader over one text; the readers take turns, so that a busy moment hits all alike. */
function speeds(text: string, readers: readonly Reader[]): number[] {
  const times = readers.map((): number[] => []);
  const repeats = Math.max(1, Math.ceil(VOLUME / text.length));
  for (let round = -1; round < ROUNDS; round++) {
    for (const [i, reader] of readers.entries()) {
      const start = performance.now();
      for (let n = 0; n < repeats; n++) sink = reader(text);
      if (round >= 0) times[i]?.push(performance.now() - start);
    }
  }
  const megabytes = (Buffer.byteLength(text) * repeats) / 1e6;
  return times.map((list) => megabytes / (median(list) / 1000));
}

const line = (name: string, [own = 0, parse = 0]: number[]): string[] => [
  name,
  figure(own),
  figure(parse),
  figure(own / parse),
];

function bothParsed(text: string): unknown {
  const outer: { result: string } = JSON.parse(text);
  return JSON.parse(outer.result);
}

/** As the ingest reads a line: its skeleton, the text of the result, and the skeleton of that. */
function bothAsSkeletons(text: string): unknown {
  const result = get(skeleton(text), 'result');
  return result === null ? null : locate(stringAt(text, result));
}

/** The reader of payloads against `JSON.parse` of the same text, in one run. */
export function skeletonTable(): string {
  const lines = payloads.map(([name, text]) => line(name, speeds(text, [skeleton, JSON.parse])));
  lines.push(line('a log line and the JSON in its result', speeds(logLine, [bothAsSkeletons, bothParsed])));
  if (sink === undefined) throw new Error('Nothing was read.');
  return table(['text', 'skeleton, MB/s', 'JSON.parse, MB/s', 'ratio'], lines);
}
