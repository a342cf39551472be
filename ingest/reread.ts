import type { Writer } from '@/db/sqlite/open';
import type { SessionPart } from '@/db/sqlite/writer/calls';
import { noteReread } from './declared';
import type { Pipeline } from './pipeline';

/** Calls in one transaction: a fraction of a second of work. */
const AT_ONCE = 300;

/**
 * Reads every stored call again with the dialects in use and judges it by that; cut short, it can be run again. Returns
 * how many calls read otherwise than before.
 */
export async function rereadAll(
  writer: Writer,
  pipeline: Pipeline,
  onProgress: (share: number) => void = () => {},
): Promise<number> {
  pipeline.rekeyCounts();
  pipeline.forgetAnswers();
  const parts = writer.calls.parts();
  const all = parts.reduce((sum, { calls }) => sum + calls, 0);
  // Which count speaks of a call depends on who else makes its query: known only when all are read.
  const passes = writer.census.isEmpty() ? 1 : 2;
  let changed = 0;
  let done = 0;
  for (let pass = 0; pass < passes; pass++)
    for (const some of portions(parts)) {
      changed += pipeline.reread(some);
      done += some.reduce((sum, { calls }) => sum + calls, 0);
      onProgress(done / (all * passes));
      await new Promise((next) => setImmediate(next));
    }
  noteReread(writer);
  return changed;
}

type Sized = SessionPart & { calls: number };

function* portions(parts: readonly Sized[]): Generator<Sized[]> {
  let some: Sized[] = [];
  let calls = 0;
  for (const part of parts) {
    some.push(part);
    calls += part.calls;
    if (calls < AT_ONCE) continue;
    yield some;
    some = [];
    calls = 0;
  }
  if (some.length > 0) yield some;
}
