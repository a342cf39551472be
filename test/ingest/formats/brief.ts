import type { ReadLog } from './read';

/** What a log's calls and answers come to, one line each; ids that were derived are named `~`, arguments respelled. */
export function brief(log: ReadLog) {
  const own = (id: string) => (/-[0-9a-f]{20}$/.test(id) ? '~' : id);
  return {
    calls: log.calls.map((call) => ({
      id: own(call.id),
      tool: call.tool,
      args: compact(call.args),
      result: call.result === null ? null : compact(call.result),
      ...(call.sent === null ? {} : { sent: call.sent }),
      ...(call.error ? { error: true } : {}),
      ...(call.durationMs === null ? {} : { ms: call.durationMs }),
    })),
    answers: log.answers.map(({ id, question, text }) => [own(id), question, text]),
    sessions: unique(log.calls.map((call) => call.session)),
    accounts: unique(log.records.map((record) => ('account' in record ? record.account : null))),
    agents: unique(log.calls.map(({ agent, model, version }) => `${agent ?? '-'} ${model ?? '-'} ${version ?? '-'}`)),
    times: unique(log.calls.map((call) => (call.ts === null ? null : new Date(call.ts).toISOString()))).slice(0, 3),
  };
}

/** JSON on one line, so that a document's layout does not matter; anything else as it is. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

function unique<T>(values: T[]): T[] {
  return [...new Set(values)];
}
