import { readMessage } from './chat-messages';
import { type Fields, field, idField, numberField, objectField, stringField, timeOf } from './fields';
import { innerObject, listField } from './shapes';
import type { Talk } from './talk';

/** A call as a stream builds it up, piece by piece. */
interface Growing {
  id: string | null;
  name: string;
  args: string;
}

const EVENT = /^data:[ \t]*(\{.*\})[ \t\r]*$/gm;

/** Recorded HTTP exchanges with a chat completions API: the answer is a stream of pieces. */
export class ClineRecording {
  constructor(private readonly talk: Talk) {}

  exchange(entry: Fields): void {
    const path = stringField(entry, 'path') ?? '';
    const response = stringField(entry, 'response');
    if (!path.includes('chat/completions')) {
      this.talk.skip(`${stringField(entry, 'method') ?? 'request'} to another endpoint`);
      return;
    }
    this.talk.within(entry.node.start);
    const body = objectField(entry, 'body') ?? innerObject(stringField(entry, 'body'));
    for (const message of body ? listField(body, 'messages') : [])
      if (message) readMessage(this.talk, message, { ts: null });
    if (response === null) this.talk.skip('response that is no stream');
    else this.stream(response, entry.node.start);
  }

  private stream(text: string, at: number): void {
    const calls = new Map<number, Growing>();
    const parts: string[] = [];
    let [id, model, ts]: [string | null, string | null, number | null] = [null, null, null];
    for (const [, json] of text.matchAll(EVENT)) {
      const event = innerObject(json ?? null);
      if (!event) continue;
      id ??= idField(event, 'id');
      model ??= stringField(event, 'model');
      ts ??= timeOf(event, field(event, 'created'));
      const choice = listField(event, 'choices')[0];
      const delta = choice && objectField(choice, 'delta');
      if (!delta) continue;
      parts.push(stringField(delta, 'content') ?? '');
      for (const piece of listField(delta, 'tool_calls')) if (piece) grow(calls, piece);
    }
    const said = parts.join('');
    if (said.trim() !== '') this.talk.says({ id, text: said, ts, at });
    for (const [nth, call] of calls)
      this.talk.ask({ key: call.id, tool: call.name || null, args: call.args || null, ts, at: at + nth, model });
    if (said.trim() === '' && calls.size === 0) this.talk.skip('stream without text or call');
  }
}

function grow(calls: Map<number, Growing>, piece: Fields): void {
  const nth = numberField(piece, 'index') ?? 0;
  const call = calls.get(nth) ?? { id: null, name: '', args: '' };
  const named = objectField(piece, 'function') ?? piece;
  call.id ??= idField(piece, 'id');
  call.name += stringField(named, 'name') ?? '';
  call.args += stringField(named, 'arguments') ?? '';
  calls.set(nth, call);
}
