import type { Writer } from '@/db/sqlite/open';
import type { CallRow } from '@/db/sqlite/writer/call-row';
import type { SessionPart } from '@/db/sqlite/writer/calls';
import type { ReadCall } from '@/lib/session/types';
import type { Entry } from './calls';

/** The calls that are judged together: what the store holds of a part of a session, and what has just come. */
export interface Part {
  stored: CallRow[];
  entries: readonly Entry[];
  /** Stored calls that are none any more: what they showed is taken back. */
  withdrawn: readonly CallRow[];
  calls: ReadCall[];
}

/** Loads what the store holds of a part; a stored call that came again is an entry. `moved`: `seq` of calls that leave it. */
export function loadPart(
  writer: Writer,
  at: SessionPart,
  entries: readonly Entry[],
  withdrawn: readonly CallRow[] = [],
  moved: ReadonlySet<number> = NONE,
): Part {
  const fresh = new Set([...entries.map((entry) => entry.place.seq), ...withdrawn.map((row) => row.seq)]);
  const stored = writer.calls.ofPart(at).filter((row) => !fresh.has(row.seq) && !moved.has(row.seq));
  const calls = [...stored.map((row) => asRead(writer, row)), ...entries.map((entry) => entry.read)];
  return { stored, entries, withdrawn, calls: calls.sort((a, b) => a.seq - b.seq) };
}

const NONE: ReadonlySet<number> = new Set();

function asRead(writer: Writer, row: CallRow): ReadCall {
  return {
    id: row.id,
    ts: row.tsKnown ? row.ts : null,
    seq: row.seq,
    tool: row.tool,
    session: row.session,
    account: row.account === '' ? null : row.account,
    args: row.args,
    error: row.error,
    version: row.version,
    query: row.query,
    reading: row.reading,
    limit: row.limit,
    payload: () => writer.calls.payload(row.id, 'sent') ?? writer.calls.payload(row.id, 'result'),
  };
}
