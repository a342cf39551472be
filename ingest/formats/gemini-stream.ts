import { type Fields, field, idField, objectField, payloadText, stringField, timeOf } from './fields';
import { outcomeOf, type Talk } from './talk';

const EVENT = /^(init|message|tool_use|tool_result|error|result)$/;

/** An event of `gemini --output-format stream-json`. */
export function isStreamEvent(line: Fields): boolean {
  return EVENT.test(stringField(line, 'type') ?? '') && !objectField(line, 'message') && field(line, 'uuid') === null;
}

/** An event that cannot be anybody else's. */
export function isNamedStreamEvent(line: Fields): boolean {
  const type = stringField(line, 'type');
  if (type === 'init') return field(line, 'session_id') !== null && field(line, 'model') !== null;
  return /^tool_(use|result)$/.test(type ?? '') && field(line, 'tool_id') !== null;
}

/** What Gemini CLI prints without a screen: calls and results by id, and the answer in pieces. */
export class GeminiStream {
  constructor(
    private readonly talk: Talk,
    /** The answer as far as its pieces have come; committed with the position. */
    public said: string,
  ) {}

  event(line: Fields, type: string): void {
    const ts = timeOf(line, field(line, 'timestamp'));
    const at = line.node.start;
    const key = idField(line, 'tool_id');
    if (type === 'message') this.message(line, ts);
    else if (type === 'tool_use') {
      const args = payloadText(line, field(line, 'parameters'));
      this.talk.ask({ key, tool: stringField(line, 'tool_name'), args, ts, at });
    } else if (type === 'tool_result') this.talk.settle({ key, outcome: outcome(line), ts, at });
    else {
      if (type === 'init') this.starts(line);
      if (type === 'result') this.talk.ends();
      this.talk.skip(type);
    }
    if (type !== 'message') this.said = '';
  }

  private starts(line: Fields): void {
    const session = idField(line, 'session_id') ?? this.talk.setting.session;
    this.talk.setting = { ...this.talk.setting, session, model: stringField(line, 'model') };
  }

  private message(line: Fields, ts: number | null): void {
    const text = stringField(line, 'content') ?? '';
    if (stringField(line, 'role') === 'user') {
      this.said = '';
      this.talk.question(text);
      return;
    }
    const isPiece = field(line, 'delta') !== null;
    this.said = isPiece ? this.said + text : text;
    // Said again as a whole with each piece: the last one stands.
    this.talk.says({ id: null, text: this.said, ts, at: line.node.start });
  }
}

function outcome(line: Fields) {
  const failure = objectField(line, 'error');
  const isError = stringField(line, 'status') === 'error';
  const output = payloadText(line, field(line, 'output'));
  return outcomeOf(output ?? (failure && stringField(failure, 'message')) ?? '', isError);
}
