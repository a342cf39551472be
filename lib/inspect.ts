/** Judges a log without storing it: the object that `capwatch inspect --json` prints. */

import { type AnswerToJudge, type ClaimKind, type ClaimVerdict, type EvidenceCall, judgeAnswer } from './claims';
import { queryKey, readCall } from './contract';
import type { LogRecord } from './records';
import { findLogCuts, foldHistories, type KnownCount, lessonOf, type ReadCall, reviewSession } from './session';
import type { Judgement } from './verdict/types';

export interface InspectedCall extends Judgement {
  id: string;
  tool: string;
  session: string;
  account: string | null;
}

/** A claim in the stable shape; `span` are UTF-16 offsets in the answer. */
export interface InspectedClaim {
  text: string;
  span: [number, number];
  kind: ClaimKind;
  value: number | null;
  verdict: ClaimVerdict;
  /** Ids of the calls that it rests on. */
  calls: string[];
  says: string;
}

export interface InspectedAnswer {
  id: string;
  session: string;
  text: string;
  claims: InspectedClaim[];
}

export interface Quarantined {
  where: string;
  reason: string;
}

export interface Inspected {
  calls: InspectedCall[];
  answers: InspectedAnswer[];
  quarantined: Quarantined[];
}

/** Judges all records of one log. What one call shows about its tool counts for every other call of it. */
export function inspect(records: Iterable<LogRecord>, quarantined: readonly Quarantined[] = []): Inspected {
  const calls: ReadCall[] = [];
  const answers: Told[] = [];
  const counts = new Map<string, KnownCount>();
  const known = new Set<string>();
  for (const record of records) {
    if (record.type === 'call') {
      // The same call stands in several files of one session: it counts once.
      if (known.has(record.id)) continue;
      known.add(record.id);
      calls.push(readCall(record, calls.length));
    } else if (record.type === 'answer') answers.push({ ...record, after: calls.length });
    else if (record.type === 'census')
      counts.set(queryKey(record.tool, record.args, record.account ?? ''), { matched: record.matched, ts: record.ts });
  }
  const judged = judgeAll(calls, counts);
  const evidence = evidenceOf(calls, judged);
  return {
    calls: calls.flatMap((call) => {
      const judgement = judged.get(call.id);
      return judgement === undefined
        ? []
        : [{ id: call.id, tool: call.tool, session: call.session, account: call.account, ...judgement }];
    }),
    answers: judgeAnswers(answers, evidence),
    quarantined: [...quarantined],
  };
}

/** An answer with the number of calls that were read before it. */
type Told = AnswerToJudge & { session: string; after: number };

function evidenceOf(calls: readonly ReadCall[], judged: ReadonlyMap<string, Judgement>): Map<string, EvidenceCall[]> {
  const sessions = new Map<string, EvidenceCall[]>();
  for (const call of calls) {
    const judgement = judged.get(call.id);
    if (judgement === undefined) continue;
    const list = sessions.get(call.session);
    if (list) list.push({ ...call, judgement });
    else sessions.set(call.session, [{ ...call, judgement }]);
  }
  return sessions;
}

/** Each answer by the calls between the answer before it and itself, in the order of the log; the whole session stands behind. */
function judgeAnswers(answers: readonly Told[], sessions: ReadonlyMap<string, EvidenceCall[]>): InspectedAnswer[] {
  const before = new Map<string, number>();
  return answers.map((answer) => {
    const { id, session, text, after } = answer;
    const calls = sessions.get(session) ?? [];
    const from = before.get(session) ?? 0;
    before.set(session, after);
    const turn = calls.filter(({ seq }) => seq >= from && seq < after);
    const claims = judgeAnswer(answer, turn, calls).map(({ text, span, kind, value, verdict, calls, says }) => ({
      text,
      span,
      kind,
      value,
      verdict,
      calls,
      says,
    }));
    return { id, session, text, claims };
  });
}

function judgeAll(calls: readonly ReadCall[], counts: ReadonlyMap<string, KnownCount>): Map<string, Judgement> {
  const census = (query: string): KnownCount | null => counts.get(query) ?? null;
  const lessons = new Map([...foldHistories(calls, census)].map(([key, history]) => [key, lessonOf(history)]));
  const cuts = findLogCuts(calls);
  const sessions = new Map<string, ReadCall[]>();
  for (const call of calls) {
    const list = sessions.get(call.session);
    if (list) list.push(call);
    else sessions.set(call.session, [call]);
  }
  const out = new Map<string, Judgement>();
  const knowledge = {
    census,
    history: (key: string) => lessons.get(key) ?? null,
    logCut: (id: string) => cuts.get(id) ?? null,
  };
  for (const session of sessions.values())
    for (const [id, judgement] of reviewSession(session, knowledge)) out.set(id, judgement);
  return out;
}
