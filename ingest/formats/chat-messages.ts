import { readBlocks } from './anthropic-blocks';
import { type Fields, field, idField, isTrue, objectField, payloadText, stringField, timeOf } from './fields';
import { contentText, listField, spokenText } from './shapes';
import { outcomeOf, type Talk } from './talk';

export interface MessagePlace {
  ts: number | null;
  /** Id of what the message says, where it has none of its own. */
  saidId?: string | undefined;
  session?: string | undefined;
  model?: string | null | undefined;
}

/** A tool's result when its message says so, in the formats that say it at all. */
function isError(message: Fields): boolean {
  return isTrue(message, 'is_error') || isTrue(message, 'isError') || stringField(message, 'status') === 'error';
}

/**
 * One message of the chat completions form: `tool_calls` (or the older `function_call`) asked by the assistant, and
 * results as messages of role `tool` (or `function`, which name the tool and no call).
 */
export function readMessage(talk: Talk, message: Fields, place: MessagePlace): void {
  const role = stringField(message, 'role');
  const at = message.node.start;
  const { session } = place;
  const ts = timeOf(message, field(message, 'timestamp') ?? field(message, 'created_at')) ?? place.ts;
  // Logs mix both forms, and a log's head may not show which one it uses.
  if ((role === 'user' || role === 'assistant') && hasToolBlocks(message))
    readBlocks(talk, message, role, { ...place, id: idField(message, 'id'), ts });
  else if (role === 'user') {
    const text = spokenText(message, field(message, 'content'));
    if (text.trim() === '') talk.skip('message:not a question');
    else talk.question(text, session);
  } else if (role === 'assistant') asks(talk, message, { ...place, ts });
  else if (role === 'tool' || role === 'function') {
    const outcome = outcomeOf(contentText(message, field(message, 'content')) ?? '', isError(message));
    const tool = stringField(message, 'name') ?? stringField(message, 'tool_name');
    talk.settle({ key: idField(message, 'tool_call_id'), outcome, ts, at, tool, session });
  } else if (role === null) talk.refuse('field "role" of a message: a string is required');
  else talk.skip(`message:${role}`);
}

function hasToolBlocks(message: Fields): boolean {
  return listField(message, 'content').some(
    (block) => block !== null && /tool_(use|result)$/.test(stringField(block, 'type') ?? ''),
  );
}

function asks(talk: Talk, message: Fields, { ts, saidId, session, model }: MessagePlace): void {
  const text = spokenText(message, field(message, 'content')) || (stringField(message, 'refusal') ?? '');
  const calls = listField(message, 'tool_calls');
  const old = objectField(message, 'function_call');
  if (text.trim() !== '')
    talk.says({ id: idField(message, 'id') ?? saidId ?? null, text, ts, at: message.node.start, session });
  else if (calls.length === 0 && !old) talk.skip('message:assistant without text');
  for (const call of calls) {
    if (call) toolCall(talk, call, { ts, session, model });
    else talk.refuse('an entry of "tool_calls" is not an object');
  }
  if (old && calls.length === 0) toolCall(talk, old, { ts, session, model });
}

function toolCall(talk: Talk, call: Fields, { ts, session, model }: MessagePlace): void {
  const named = objectField(call, 'function') ?? objectField(call, 'custom') ?? call;
  const key = idField(call, 'id') ?? idField(call, 'call_id');
  const tool = stringField(named, 'name');
  const args = payloadText(named, field(named, 'arguments') ?? field(named, 'input') ?? field(named, 'args'));
  talk.ask({ key, tool, args: args === '' ? null : args, ts, at: call.node.start, session, model });
}
