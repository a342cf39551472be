import { createHash } from 'node:crypto';
import { storable } from '@/db/sqlite/payload';
import type { StoredAnswer } from '@/db/sqlite/writer/answers';
import { FOLDER, nameAccount } from '@/ingest/accounts/naming';
import type { CallRecord } from '@/lib/records';

/** What a stored call is known by. Null times and results are unknown: they contradict nothing. */
export interface Identity {
  ts: number | null;
  session: string;
  account: string | null;
  tool: string;
  args: string;
  /** UTF-16 length of the result; null when there is none yet. */
  resultLength: number | null;
}

/**
 * Whether two records with one id are one call. Tool and arguments must agree, and so must the time where both have
 * one. The same call in another session (a resumed session copies its past) must have the same time and result too.
 */
export function sameCall(a: Identity, b: Identity): boolean {
  if (a.tool !== b.tool || a.args !== b.args) return false;
  if (isCustomer(a.account) && isCustomer(b.account) && a.account !== b.account) return false;
  if (a.ts !== null && b.ts !== null && a.ts !== b.ts) return false;
  if (a.session === b.session) return true;
  return a.ts !== null && b.ts !== null && (agree(a.resultLength, b.resultLength) ?? true);
}

/** A project folder is no customer: the same call may be found again in a session that began elsewhere. */
function isCustomer(account: string | null): boolean {
  return account !== null && !account.startsWith(FOLDER);
}

/** Whether two answers with one id are one: the same words in the same session, or at the same time in a resumed one. */
export function sameAnswer(a: StoredAnswer, b: StoredAnswer): boolean {
  return a.text === b.text && (a.session === b.session || (a.ts !== null && a.ts === b.ts));
}

/** The id under which a call is kept when another one had its id first; the same on every reading. */
export function derivedId(record: CallRecord): string {
  const parts = [record.ts, record.session, record.account, record.tool, record.args];
  return `${record.id}~${shortHash(JSON.stringify(parts))}`;
}

/** Twelve hex digits of a text's SHA-256. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** The record as the store can hold it: with its account, whole times, and names that come back from SQLite as they went in. */
export function normalise(given: CallRecord): CallRecord {
  const record = nameAccount(given, null);
  return {
    ...record,
    id: name(record.id),
    ts: time(record.ts),
    session: name(record.session),
    account: accountName(record.account),
    tool: name(record.tool),
    args: storable(record.args),
    agent: optionalName(record.agent),
    model: optionalName(record.model),
    environment: optionalName(record.environment),
    version: optionalName(record.version),
    durationMs: time(record.durationMs),
  };
}

/** Null and '' are both "no account"; '*' stands for all accounts in the rollups and cannot be one. */
export function accountName(account: string | null): string | null {
  if (account === null || account === '') return null;
  return account === '*' ? '＊' : name(account);
}

/** A name that is a key somewhere: well-formed, and without the NUL that separates parts of rollup keys. */
export function name(text: string): string {
  const sound = storable(text);
  return sound.includes('\u0000') ? sound.replaceAll('\u0000', '\uFFFD') : sound;
}

/** Milliseconds as a whole number; null when it is no number. */
export function time(ms: number | null): number | null {
  return ms === null || !Number.isFinite(ms) ? null : Math.round(ms);
}

function optionalName(text: string | null): string | null {
  return text === null ? null : name(text);
}

function agree(a: number | null, b: number | null): boolean | null {
  return a === null || b === null ? null : a === b;
}
