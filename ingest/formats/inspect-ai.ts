import {
  arrayField,
  type Fields,
  field,
  idField,
  numberField,
  objectField,
  objectsOf,
  payloadText,
  readObject,
  stringField,
  timeOf,
} from './fields';
import {
  type CallDetail,
  Conversation,
  type Gathered,
  UNKNOWN_TOOL,
  unitByUnit,
  unnamedSession,
} from './run-conversation';
import { argsText, contentText, headObject, readMessages, someElement } from './run-messages';
import type { Format, FormatContext, Head, Recognised } from './types';

/** Inspect AI evaluation logs as JSON, versions 1 and 2, and single samples as they lie in an `.eval` archive. */
export const inspectAi: Format = {
  id: 'inspect-ai',
  name: 'Inspect AI evaluation log',
  reads: '`.json` evaluation logs of Inspect AI, versions 1 and 2, and `samples/*.json` of an unpacked `.eval` archive',
  loses:
    'what the harness cut from a long tool result; calls of an agent that kept no messages have what its events hold',
  recognise,
  open: unitByUnit(readUnit),
};

function recognise(head: Head): Recognised {
  const value = headObject(head);
  if (!value) return { certainty: 0, unit: 'document' };
  const spec = objectField(value, 'eval');
  const isLog = spec !== null && ['task', 'task_id', 'run_id', 'eval_id'].some((key) => field(spec, key) !== null);
  const beside = ['plan', 'samples', 'status', 'stats', 'version'].some((key) => field(value, key) !== null);
  const isSample =
    field(value, 'epoch') !== null && field(value, 'messages')?.kind === 'array' && field(value, 'id') !== null;
  const told =
    isSample && someElement(head.text, field(value, 'messages'), (message) => field(message, 'role') !== null);
  return { certainty: isLog && beside ? 0.95 : told ? 0.85 : 0, unit: 'document' };
}

function readUnit(unit: string, step: Gathered, context: FormatContext, offset: number): void {
  const read = readObject(unit);
  if ('reason' in read) return void step.quarantine.push(read.reason);
  const log = read.fields;
  const samples = arrayField(log, 'samples');
  const spec = objectField(log, 'eval');
  const print = `${context.fingerprint}@${offset}`;
  if (!spec && field(log, 'epoch')) readSample(log, step, print, context, null);
  else if (!samples) step.skipped.push('log without samples');
  else
    for (const sample of objectsOf(unit, samples))
      if (sample) readSample(sample, step, `${print}+${sample.node.start}`, context, spec);
      else step.quarantine.push('an entry of "samples" is not an object');
}

function readSample(sample: Fields, step: Gathered, print: string, context: FormatContext, spec: Fields | null): void {
  const run = (spec && (idField(spec, 'run_id') ?? idField(spec, 'eval_id'))) ?? unnamedSession('inspect', context);
  const place = `${run}/${idField(sample, 'id') ?? sample.node.start}/${idField(sample, 'epoch') ?? 1}`;
  const output = objectField(sample, 'output');
  const talk = new Conversation(
    step,
    print,
    {
      session: idField(sample, 'uuid') ?? place,
      model: (output && stringField(output, 'model')) ?? (spec && stringField(spec, 'model')),
      version: spec && idField(spec, 'task_version'),
    },
    true,
  );
  const messages = arrayField(sample, 'messages');
  const attachments = objectField(sample, 'attachments');
  const events = eventsOf(sample, attachments);
  if (messages) readMessages(talk, step, sample.text, messages);
  for (const [id, event] of events)
    if (talk.knows(id)) talk.detail(id, event.detail);
    else {
      talk.ask({ id, tool: event.tool, args: event.args, ts: event.detail.ts ?? null });
      talk.result({ id, ...event.outcome, durationMs: event.detail.durationMs ?? null });
    }
  talk.resolve((text) => attached(text, attachments));
  if (output) talk.close(completion(output, attachments));
  talk.end();
}

function completion(output: Fields, attachments: Fields | null): string | null {
  const choices = arrayField(output, 'choices');
  const [choice = null] = choices ? objectsOf(output.text, choices) : [];
  const message = choice && objectField(choice, 'message');
  const text = message ? contentText(message, field(message, 'content')) : stringField(output, 'completion');
  return text && attached(text, attachments);
}

interface ToolEvent {
  tool: string;
  args: string;
  outcome: { result: string | null; error: boolean };
  detail: CallDetail;
}

/** The tool events by the call's id: when it was made, how long it took, and what it gave before the model got it. */
function eventsOf(sample: Fields, attachments: Fields | null): Map<string, ToolEvent> {
  const found = new Map<string, ToolEvent>();
  const events = arrayField(sample, 'events');
  for (const event of events ? objectsOf(sample.text, events) : []) {
    const id = event && stringField(event, 'event') === 'tool' ? idField(event, 'id') : null;
    if (event && id !== null) found.set(id, toolEvent(event, attachments));
  }
  return found;
}

function toolEvent(event: Fields, attachments: Fields | null): ToolEvent {
  const failure = objectField(event, 'error');
  const text = contentText(event, field(event, 'result'));
  const result = text === null ? null : attached(text, attachments);
  const seconds = numberField(event, 'working_time');
  return {
    tool: stringField(event, 'function') || UNKNOWN_TOOL,
    args: argsText(event, field(event, 'arguments')),
    outcome: { result: result || (failure && stringField(failure, 'message')), error: failure !== null },
    detail: {
      ts: timeOf(event, field(event, 'timestamp')),
      durationMs: seconds === null ? null : Math.round(seconds * 1000),
      own: failure ? null : result,
    },
  };
}

/** Long strings stand once, under a hash. */
function attached(text: string, attachments: Fields | null): string {
  const key = /^attachment:\/\/([0-9a-zA-Z]+)$/.exec(text.trim())?.[1];
  const node = key && attachments ? field(attachments, key) : null;
  return node && attachments ? (payloadText(attachments, node) ?? text) : text;
}
