import type { JsonValue } from '@/lib/json/types';
import { CodexStream } from './codex-stream';
import { type Fields, field, idField, objectField, rawText, stringField, timeOf } from './fields';
import { readItem } from './responses-items';
import { contentText, listField, moreOf, samples, TalkReader, unitOf, within } from './shapes';
import type { Format, FormatContext, FormatReader, Head, Recognised } from './types';

/**
 * Codex rollouts: bare items under a header (2025), items wrapped in `{timestamp,type,payload}` (to 0.5x, and the
 * unified exec of 0.10x on), and the streams of `codex exec --json` (items, and the older messages).
 */
export const codex: Format = {
  id: 'codex',
  name: 'Codex session',
  reads: 'Codex: ~/.codex/sessions/**/rollout-*.jsonl, and what `codex exec --json` prints',
  loses:
    'Output that Codex shortened before it was logged, unless an event holds the whole. Events that repeat an item are skipped. The project folder stands for the account; web searches carry no result; `exec --json` carries no times.',
  recognise,
  open: (context, state): FormatReader => new Reader(context, state),
};

const WRAPPED = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
  'world_state',
  'inter_agent_communication_metadata',
]);
const STREAM = /^(thread\.started|turn\.(started|completed|failed)|item\.(started|updated|completed))$/;
const BARE = new Set(['message', 'function_call', 'function_call_output', 'reasoning', 'local_shell_call']);

function recognise(head: Head): Recognised {
  const all = samples(head);
  const mine = all.filter(isMine).length;
  const named = all.some((line) => isNamed(line));
  return { certainty: named ? 0.95 * (mine / all.length) : 0, unit: unitOf(head) };
}

function isMine(line: Fields): boolean {
  return isNamed(line) || BARE.has(stringField(line, 'type') ?? '') || isHeader(line);
}

/** Whether a record cannot be anybody else's. */
function isNamed(line: Fields): boolean {
  const type = stringField(line, 'type') ?? '';
  if (WRAPPED.has(type)) return field(line, 'payload')?.kind === 'object';
  if (STREAM.test(type)) return type.startsWith('item.') ? within(line, 'item') !== null : true;
  if (stringField(line, 'record_type') === 'state' || isHeader(line)) return true;
  const inner = within(line, 'msg');
  if (inner) return field(line, 'id') !== null && stringField(inner, 'type') !== null;
  const events = listField(line, 'events');
  const items = listField(line, 'items');
  return [...events, ...items].some((entry) => entry !== null && isItem(entry));
}

function isItem(entry: Fields): boolean {
  const type = stringField(entry, 'type') ?? '';
  return type === 'function_call' || STREAM.test(type) || WRAPPED.has(type);
}

/** First line of the oldest rollouts. */
function isHeader(line: Fields): boolean {
  return (
    field(line, 'type') === null &&
    idField(line, 'id') !== null &&
    field(line, 'timestamp') !== null &&
    field(line, 'instructions') !== null
  );
}

/** Views of results that events hold, until the item with the text that the model got comes. */
const MOST_VIEWS = 50;

class Reader extends TalkReader {
  private readonly stream: CodexStream;
  /** The session that a fork came from: its header follows the fork's own, and is no new session. */
  private parent: string | null;
  private readonly views: Map<string, string>;

  constructor(context: FormatContext, state: JsonValue | null) {
    super('codex', context, state);
    const more = moreOf(state);
    this.parent = typeof more.parent === 'string' ? more.parent : null;
    // The state is our own, written by `more()`.
    this.views = new Map((more.views ?? []) as [string, string][]);
    this.stream = new CodexStream(this.talk, more.stream ?? null);
  }

  protected override more(): JsonValue {
    return { parent: this.parent, views: [...this.views], stream: this.stream.state() };
  }

  protected record(line: Fields): void {
    const type = stringField(line, 'type') ?? '';
    const payload = objectField(line, 'payload');
    const ts = timeOf(line, field(line, 'timestamp'));
    const entries = [...listField(line, 'items'), ...listField(line, 'events')];
    if (payload && type === 'session_meta') this.header(payload);
    else if (payload && type === 'turn_context') this.turn(payload);
    else if (payload && type === 'response_item') this.item(payload, ts);
    else if (payload && type === 'event_msg') this.event(payload);
    else if (STREAM.test(type)) this.stream.event(line, type);
    else if (within(line, 'msg')) this.stream.message(line);
    else if (BARE.has(type) || type.endsWith('_call') || type.endsWith('_call_output')) this.item(line, ts);
    else if (isHeader(line)) this.header(line);
    else if (type === '' && entries.length > 0) this.each(entries, (entry) => this.record(entry));
    else this.other(line, type);
  }

  private other(line: Fields, type: string): void {
    const kind = type || stringField(line, 'record_type');
    if (kind) this.talk.skip(kind);
    else this.talk.refuse('field "type": a string is required');
  }

  private header(meta: Fields): void {
    const id = idField(meta, 'id') ?? idField(meta, 'session_id');
    this.talk.skip('session_meta');
    if (id === null || id === this.parent) return;
    this.parent = idField(meta, 'forked_from_id') ?? this.parent;
    const { account, model } = this.talk.setting;
    const folder = stringField(meta, 'cwd');
    const agent = stringField(meta, 'agent_nickname') ?? stringField(meta, 'agent_role');
    this.talk.setting = { session: id, account, folder, agent, model, version: stringField(meta, 'cli_version') };
  }

  private turn(context: Fields): void {
    const { setting } = this.talk;
    // The folder in which the session began; a turn may run elsewhere in it.
    const folder = setting.folder ?? stringField(context, 'cwd');
    this.talk.setting = { ...setting, folder, model: stringField(context, 'model') ?? setting.model };
    this.talk.skip('turn_context');
  }

  private item(item: Fields, ts: number | null): void {
    const own = (key: string) => this.views.get(key) ?? null;
    if (!readItem(this.talk, item, { ts, own })) this.talk.refuse('field "type" of an item: a string is required');
  }

  private event(event: Fields): void {
    const type = stringField(event, 'type') ?? 'unknown';
    if (type === 'task_complete' || type === 'turn_complete') this.talk.ends();
    else if (type === 'turn_aborted') this.talk.stops();
    else this.view(event);
    this.talk.skip(`event:${type}`);
  }

  /** Events repeat what items say, but may hold the whole result where the item holds a shortened one. */
  private view(event: Fields): void {
    const key = idField(event, 'call_id');
    const done = within(event, 'result', 'Ok');
    const structured = done && objectField(done, 'structuredContent');
    const view = structured
      ? rawText(structured, structured.node)
      : done
        ? contentText(done, field(done, 'content'))
        : stringField(event, 'aggregated_output');
    if (key === null || !view || !this.talk.isOpen(key)) return;
    this.views.set(key, view);
    for (const oldest of this.views.keys()) {
      if (this.views.size <= MOST_VIEWS) break;
      this.views.delete(oldest);
    }
  }
}
