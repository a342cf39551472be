import { turnCalls } from '@/db/questions/answer-calls';
import { answersWaiting, type WaitingAnswer } from '@/db/questions/answers-waiting';
import { openStore, type Writer } from '@/db/sqlite/open';
import type { Store } from '@/db/store';
import { FALSE_VERDICTS, findClaims, type JudgedClaim, judgeClaims } from '@/lib/claims';

/** Answers that one transaction writes: a fraction of a second of work. */
const AT_ONCE = 20;

/** Judges the claims of all answers that wait, some at a time, and makes way between. True unless `stop` cut it short. */
export async function judgeAnswers(
  writer: Writer,
  stop: () => boolean,
  makeWay: () => Promise<void>,
): Promise<boolean> {
  const store = openStore(writer.path, 'own');
  try {
    let from = 0;
    for (;;) {
      if (stop()) return false;
      const { commits } = writer;
      const waiting = await answersWaiting(store, from, AT_ONCE);
      if (waiting.length === 0) return true;
      const judged: Judged[] = [];
      for (const answer of waiting) judged.push(await judgedOf(store, answer));
      // What came in between may have changed a turn: these are read again.
      if (writer.commits === commits) {
        writer.transaction(() => {
          for (const one of judged) write(writer, one);
        });
        from = waiting.at(-1)?.seq ?? from;
      }
      await makeWay();
    }
  } finally {
    store.close();
  }
}

interface Judged {
  answer: WaitingAnswer;
  claims: JudgedClaim[];
  /** Tool of each call that a claim could rest on. */
  tools: ReadonlyMap<string, string>;
}

async function judgedOf(store: Store, answer: WaitingAnswer): Promise<Judged> {
  // Most answers state nothing about a set, and then no call is read.
  const found = findClaims(answer.text, answer.question);
  if (found.length === 0) return { answer, claims: [], tools: new Map() };
  const { calls } = await turnCalls(store, answer);
  const claims = judgeClaims({ ...answer, account: answer.account || null }, found, calls, calls);
  return { answer, claims, tools: new Map(calls.map(({ id, tool }) => [id, tool])) };
}

function write(writer: Writer, { answer, claims, tools }: Judged): void {
  const { seq, session, ts, tsKnown, after } = answer;
  const rows = claims.map(({ kind, verdict, calls: [first] }) => ({
    kind,
    verdict,
    isFalse: FALSE_VERDICTS.includes(verdict),
    tool: (first === undefined ? undefined : tools.get(first)) ?? '',
  }));
  const falseClaims = rows.filter(({ isFalse }) => isFalse).length;
  writer.answers.judged({ answer: seq, session, ts, tsKnown, after, claims: rows.length, falseClaims }, rows);
}
