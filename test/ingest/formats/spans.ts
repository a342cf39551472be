import type { AnswerRecord, CallRecord } from '@/lib/records';
import { fixture, type ReadLog, readLog } from './read';

/** A call in one line: what tests compare. JSON payloads are respelled, so that fixtures may be laid out for people. */
export function told(call: CallRecord) {
  const { id, tool, session, account, error } = call;
  return {
    id,
    tool,
    args: plain(call.args),
    result: plain(call.result),
    sent: plain(call.sent),
    session,
    account,
    error,
  };
}

export function said({ session, account, question, text }: AnswerRecord) {
  return { session, account, question, text };
}

export function readFixture(name: string): ReadLog {
  return readLog(fixture(name));
}

function plain(text: string | null): string | null {
  if (text === null || !/^[[{]/.test(text)) return text;
  return JSON.stringify(JSON.parse(text));
}

export const TRACE = 'a1'.repeat(16);
