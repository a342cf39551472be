import type { JsonValue } from '@/lib/json/types';
import { type Fields, field, payloadText, shareOf, stringField, timeOf } from './fields';
import { listField, TalkReader } from './shapes';
import { outcomeOf } from './talk';
import type { Format, FormatContext, FormatReader, Head, Recognised } from './types';

/** Antigravity CLI steps: the planner names calls, and the steps that follow are their results, in order and without ids. */
export const antigravity: Format = {
  id: 'antigravity',
  name: 'Antigravity CLI steps',
  reads: 'Antigravity CLI: step logs (*.jsonl)',
  loses: 'Calls and results are paired by order. `truncated_fields` says that the log itself was shortened.',
  recognise,
  open: (context, state): FormatReader => new Reader(context, state),
};

function recognise(head: Head): Recognised {
  const share = shareOf(
    head,
    (line) => field(line, 'step_index') !== null && field(line, 'source') !== null && field(line, 'type') !== null,
  );
  return { certainty: 0.9 * share, unit: 'line' };
}

/** What a program adds around what the user typed. */
const [OPENING, CLOSING] = ['<USER_REQUEST>', '</USER_REQUEST>'];

function typed(text: string): string {
  const start = text.indexOf(OPENING);
  const end = text.indexOf(CLOSING, start);
  return start < 0 || end < 0 ? text : text.slice(start + OPENING.length, end).trim();
}

class Reader extends TalkReader {
  constructor(context: FormatContext, state: JsonValue | null) {
    super('antigravity', context, state);
  }

  protected record(step: Fields): void {
    const type = stringField(step, 'type') ?? 'unknown';
    const source = stringField(step, 'source');
    const text = payloadText(step, field(step, 'content'));
    const ts = timeOf(step, field(step, 'created_at'));
    if (type === 'USER_INPUT') this.talk.question(typed(text ?? ''));
    else if (type === 'PLANNER_RESPONSE') this.plans(step, text, ts);
    else if (source === 'MODEL' && text !== null) this.result(step, type, text, ts);
    else this.talk.skip(type);
  }

  private plans(step: Fields, text: string | null, ts: number | null): void {
    const at = step.node.start;
    const calls = listField(step, 'tool_calls');
    if (text?.trim()) this.talk.says({ id: null, text, ts, at });
    else if (calls.length === 0) this.talk.skip('PLANNER_RESPONSE:no text');
    this.each(calls, (call) => {
      const args = payloadText(call, field(call, 'args'));
      this.talk.ask({ key: null, tool: stringField(call, 'name'), args, ts, at: call.node.start });
    });
  }

  private result(step: Fields, type: string, text: string, ts: number | null): void {
    const outcome = outcomeOf(text, stringField(step, 'status') === 'ERROR');
    const at = step.node.start;
    if (this.talk.isWaiting()) this.talk.settle({ key: null, outcome, ts, at });
    else this.talk.whole({ key: null, tool: type.toLowerCase(), args: null, ts, at }, outcome);
  }
}
