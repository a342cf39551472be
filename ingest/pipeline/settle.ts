import type { Writer } from '@/db/sqlite/open';
import type { SessionPart } from '@/db/sqlite/writer/calls';
import { CensusBook } from './census';
import { loadPart } from './part';
import { Reviewer } from './review';

/** Calls whose sessions one transaction judges again: a fraction of a second of work. */
const AT_ONCE = 300;

/** Works off one stretch of the queue inside a transaction. True while more waits. */
export function settleSome(writer: Writer): boolean {
  const next = writer.pending.next(AT_ONCE);
  if (next === null) return false;
  const parts = new Map<string, SessionPart>();
  for (const { session, part } of next.parts) parts.set(`${part}\u0000${session}`, { session, part });
  for (const at of parts.values())
    new Reviewer(writer, NO_SOURCE, new CensusBook(writer)).review([loadPart(writer, at, [])]);
  next.done();
  return true;
}

/** Nothing new comes in while stored calls are judged again. */
const NO_SOURCE = 0;
