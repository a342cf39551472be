import 'server-only';
import type { Store } from '@/db/store';
import { type Doc, openDoc } from '@/lib/payload/document';
import { indexAt, type RowIndex } from '@/lib/payload/rows';

/** An opened payload, with the rows that were asked for once. */
export interface OpenedPayload {
  doc: Doc;
  rows: Map<string, RowIndex | null>;
}

/** UTF-16 units of payload text kept open: the parts of one large payload are asked for one after another. */
const KEPT = 60_000_000;
const ROW_INDEXES = 8;

const opened = new Map<string, Promise<OpenedPayload | null>>();
const sizes = new Map<string, number>();

/** A payload opened for reading; null when it has expired or never was. */
export async function openPayload(store: Store, id: string, view: 'result' | 'sent'): Promise<OpenedPayload | null> {
  const key = JSON.stringify([store.path, id, view]);
  const known = opened.get(key);
  if (known) {
    opened.delete(key);
    opened.set(key, known);
    return known;
  }
  const reading = read(store, id, view);
  opened.set(key, reading);
  try {
    const found = await reading;
    if (found === null) opened.delete(key);
    else sizes.set(key, found.doc.text.length);
    forget(key);
    return found;
  } catch (error) {
    opened.delete(key);
    throw error;
  }
}

async function read(store: Store, id: string, view: 'result' | 'sent'): Promise<OpenedPayload | null> {
  const text = await store.payload(id, view);
  return text === null ? null : { doc: openDoc(text), rows: new Map() };
}

/** Lets the payloads go that were not asked for lately, until the rest is small enough. */
function forget(newest: string): void {
  let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  for (const key of opened.keys()) {
    if (total <= KEPT && opened.size <= 50) return;
    if (key === newest || !sizes.has(key)) continue;
    total -= sizes.get(key) ?? 0;
    opened.delete(key);
    sizes.delete(key);
  }
}

/** Where the rows behind a path stand, computed once per payload. */
export function rowsOf({ doc, rows }: OpenedPayload, path: string): RowIndex | null {
  if (!rows.has(path)) {
    if (rows.size >= ROW_INDEXES) rows.clear();
    rows.set(path, indexAt(doc, path));
  }
  return rows.get(path) ?? null;
}
