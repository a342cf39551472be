import type { JsonValue } from '@/lib/json/types';
import type { LogRecord } from '@/lib/records';
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
  gathering,
  NOTHING,
  UNKNOWN_TOOL,
  unnamedSession,
} from './run-conversation';
import { argsText, contentText, headObject, readMessages, someElement } from './run-messages';
import type { Format, FormatContext, FormatReader, Head, Recognised, Step } from './types';

/**
 * Inspect AI evaluation logs: as JSON, versions 1 and 2; as an `.eval` archive, which comes by lines (what names the run,
 * then each entry); and single samples as they lie in an archive.
 */
export const inspectAi: Format = {
  id: 'inspect-ai',
  name: 'Inspect AI evaluation log',
  reads: '`.json` and `.eval` evaluation logs of Inspect AI, and `samples/*.json` of an unpacked `.eval` archive',
  loses:
    'what the harness cut from a long tool result; calls of an agent that kept no messages have what its events hold',
  recognise,
  open: (context, state): FormatReader => new Reader(context, state),
};

/** Names of the run that samples of an archive belong to. */
interface Run {
  id: string | null;
  model: string | null;
  version: string | null;
}

class Reader implements FormatReader {
  private run: Run | null;

  constructor(
    private readonly context: FormatContext,
    state: JsonValue | null,
  ) {
    // The state is our own, written by `state()`.
    this.run = state as Run | null;
  }

  read(unit: string, offset: number): Step {
    const step = gathering();
    const read = readObject(unit);
    if ('reason' in read) step.quarantine.push(read.reason);
    else if (field(read.fields, 'inspect_archive')) this.run = runOf(objectField(read.fields, 'eval'));
    else if (field(read.fields, 'inspect_entry')) readEntry(read.fields, step);
    else readUnit(read.fields, step, this.context, offset, this.run);
    if (step.records.length + step.skipped.length + step.quarantine.length === 0) step.skipped.push(NOTHING);
    for (const record of step.records) if (record.type === 'call') record.args = withoutSpace(record.args);
    return step;
  }

  pending(): LogRecord[] {
    return [];
  }

  state(): JsonValue {
    return this.run && { ...this.run };
  }
}

/** JSON logs are indented and archives are not: the arguments of one call are the same in both. */
function withoutSpace(json: string): string {
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\s+/gs, (part) => (part.startsWith('"') ? part : ''));
}

/** An entry of an archive that holds no sample, or why it could not be read. */
function readEntry(entry: Fields, step: Gathered): void {
  const name = stringField(entry, 'inspect_entry') ?? 'entry';
  const trouble = stringField(entry, 'trouble');
  if (trouble) step.quarantine.push(`${name} in the archive: ${trouble}`);
  else step.skipped.push(`entry:${name.replace(/\d+/g, 'n')}`);
}

function runOf(spec: Fields | null): Run {
  if (!spec) return { id: null, model: null, version: null };
  const id = idField(spec, 'run_id') ?? idField(spec, 'eval_id');
  return { id, model: stringField(spec, 'model'), version: idField(spec, 'task_version') };
}

function recognise(head: Head): Recognised {
  const value = headObject(head);
  if (value && field(value, 'inspect_archive')) return { certainty: 1, unit: 'line' };
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

function readUnit(log: Fields, step: Gathered, context: FormatContext, offset: number, run: Run | null): void {
  const samples = arrayField(log, 'samples');
  const spec = objectField(log, 'eval');
  const print = `${context.fingerprint}@${offset}`;
  if (!spec && field(log, 'epoch')) readSample(log, step, print, context, run);
  else if (!samples) step.skipped.push('log without samples');
  else
    for (const sample of objectsOf(log.text, samples))
      if (sample) readSample(sample, step, `${print}+${sample.node.start}`, context, runOf(spec));
      else step.quarantine.push('an entry of "samples" is not an object');
}

function readSample(sample: Fields, step: Gathered, print: string, context: FormatContext, run: Run | null): void {
  const place = `${run?.id ?? unnamedSession('inspect', context)}/${idField(sample, 'id') ?? sample.node.start}/${idField(sample, 'epoch') ?? 1}`;
  const session = idField(sample, 'uuid') ?? place;
  const isNamed = session !== place || (run?.id != null && idField(sample, 'id') !== null);
  const output = objectField(sample, 'output');
  const talk = new Conversation(
    step,
    // By the sample where it has a name: the same ids from the archive and from the log that was converted to JSON.
    isNamed ? session : print,
    { session, model: (output && stringField(output, 'model')) ?? run?.model ?? null, version: run?.version ?? null },
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
