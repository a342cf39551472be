import { type Fields, field, idField, isTrue, objectField, payloadText, rawText, stringField, timeOf } from './fields';
import { listField } from './shapes';
import { outcomeOf, type Talk } from './talk';

/** Calls that Gemini CLI lists with their results in the message that asked for them. */
export function readCalls(talk: Talk, calls: (Fields | null)[], ts: number | null): void {
  for (const call of calls) {
    if (!call) {
      talk.refuse('an entry of "toolCalls" is not an object');
      continue;
    }
    const status = stringField(call, 'status') ?? '';
    const result = resultOf(call);
    const isOver = result !== null || /^(success|error|cancelled)$/.test(status);
    talk.whole(
      {
        key: idField(call, 'id'),
        tool: stringField(call, 'name'),
        args: payloadText(call, field(call, 'args')),
        ts: timeOf(call, field(call, 'timestamp')) ?? ts,
        at: call.node.start,
      },
      isOver ? outcomeOf(result, status === 'error' || status === 'cancelled') : null,
    );
  }
}

function resultOf(call: Fields): string | null {
  const texts: string[] = [];
  for (const part of listField(call, 'result')) {
    const answer = part && objectField(part, 'functionResponse');
    const text = answer ? responseText(answer) : part && stringField(part, 'text');
    if (text !== null) texts.push(text);
  }
  if (texts.length > 0) return texts.join('\n');
  // A cancelled or older call may hold what was shown only.
  return stringField(call, 'result') ?? stringField(call, 'resultDisplay');
}

/** What the model got: `output` or `error` where the response has one, else all of it. */
function responseText(answer: Fields): string | null {
  const response = objectField(answer, 'response');
  if (!response) return payloadText(answer, field(answer, 'response'));
  const said = field(response, 'output') ?? field(response, 'error');
  return said ? payloadText(response, said) : rawText(response, response.node);
}

/** A message of the Gemini API: texts, function calls, and function responses. */
export function readParts(
  talk: Talk,
  message: Fields,
  role: string,
  ts: number | null,
  id: string | null = null,
): void {
  const isModel = role === 'model' || role === 'gemini' || role === 'assistant';
  for (const part of listField(message, 'parts')) {
    const call = part && objectField(part, 'functionCall');
    const answer = part && objectField(part, 'functionResponse');
    const text = part && stringField(part, 'text');
    const at = part?.node.start ?? 0;
    if (!part) talk.refuse('an entry of "parts" is not an object');
    else if (call) {
      const args = payloadText(call, field(call, 'args'));
      talk.ask({ key: idField(call, 'id'), tool: stringField(call, 'name'), args, ts, at });
    } else if (answer) {
      const response = objectField(answer, 'response');
      const failed = response !== null && field(response, 'error') !== null && field(response, 'output') === null;
      const tool = stringField(answer, 'name');
      talk.settle({ key: idField(answer, 'id'), outcome: outcomeOf(responseText(answer) ?? '', failed), ts, at, tool });
    } else if (text === null || isTrue(part, 'thought')) talk.skip(isModel ? 'thought' : 'part without text');
    else if (isModel) talk.says({ id: id ?? idField(message, 'id'), text, ts, at });
    else if (text.trim() === '') talk.skip('user:not a question');
    else talk.question(text);
  }
}
