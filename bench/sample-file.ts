import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { sampleMonth } from '@/ingest/sample';

/** What was written: its size in bytes, and how many of its lines are calls. */
export interface SampleFile {
  bytes: number;
  calls: number;
}

/** Writes the sample month to a file. */
export function writeSample(path: string): SampleFile {
  const file = openSync(path, 'w');
  let calls = 0;
  for (const chunk of sampleMonth()) {
    writeSync(file, chunk);
    for (const line of chunk.split('\n')) if (line.startsWith('{"type":"call"')) calls++;
  }
  closeSync(file);
  return { bytes: statSync(path).size, calls };
}
