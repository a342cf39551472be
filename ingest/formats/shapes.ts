import { get, skeleton, skeletonAt } from '@/lib/json';
import type { JsonValue, Node } from '@/lib/json/types';
import type { LogRecord } from '@/lib/records';
import { type Fields, field, headObjects, objectsOf, payloadText, rawText, stringField, wholeValue } from './fields';
import { Talk } from './talk';
import type { FormatContext, FormatReader, Head, Recognised, Step } from './types';

/** The objects that a head begins with: the document, the entries of its list, or one per line. */
export function samples(head: Head): Fields[] {
  const first = skeleton(head.text);
  const isDocument = first !== null && spansLines(head.text, first);
  if (first?.kind === 'array' && (isDocument || head.text.indexOf('\n', first.start) < 0))
    return entriesOf(head.text, first);
  if (first?.kind === 'object' && isDocument) return [{ text: head.text, node: first }];
  return [...headObjects(head)];
}

/** Entries looked at when a list is recognised. */
const FIRST_ENTRIES = 20;

/** The object entries of a list, the first one also when the text ends inside it. */
export function entriesOf(text: string, list: Node | null): Fields[] {
  if (list?.kind !== 'array') return [];
  const found: Fields[] = [];
  for (const entry of objectsOf(text, list)) {
    if (entry) found.push(entry);
    if (found.length >= FIRST_ENTRIES) break;
  }
  const cut = list.count === 0 && !list.closed ? skeleton(text, list.start + 1) : null;
  if (cut?.kind === 'object') found.push({ text, node: cut });
  return found;
}

/** A value laid out over many lines is a document; one that fits a line is read by lines, so that it may grow. */
export function unitOf(head: Head): Recognised['unit'] {
  const first = skeleton(head.text);
  return first && spansLines(head.text, first) ? 'document' : 'line';
}

function spansLines(text: string, node: Node): boolean {
  const end = text.indexOf('\n', node.start);
  return end >= 0 && end < node.end;
}

/** Share (0 … 1) of the samples that a test holds for. */
export function shareOfSamples(head: Head, test: (sample: Fields) => boolean): number {
  const all = samples(head);
  return all.length === 0 ? 0 : all.filter(test).length / all.length;
}

/** The object under a path of keys. */
export function within(from: Fields, ...path: string[]): Fields | null {
  let node: Node | null = from.node;
  for (const key of path) node = get(node, key);
  return node?.kind === 'object' ? { text: from.text, node } : null;
}

/** The objects of a list field; an entry that is no object is null. */
export function listField(from: Fields, key: string): (Fields | null)[] {
  const node = field(from, key);
  return node?.kind === 'array' ? [...objectsOf(from.text, node)] : [];
}

/** Blocks that stand for something that is no text. */
const NO_TEXT = /image|audio|document|file|resource|encrypted|media/;

/**
 * Content as the model reads it: a text, or blocks one under the other with what is no text named in brackets.
 * A list or object that is no list of blocks is a structured result and stays as it is written.
 */
export function contentText(from: Fields, node: Node | null): string | null {
  if (node?.kind === 'object') {
    const block = { text: from.text, node };
    const text = field(block, 'type') ? (stringField(block, 'text') ?? embeddedText(block)) : null;
    return text ?? rawText(from, node);
  }
  if (node?.kind !== 'array') return payloadText(from, node);
  if (node.count === 0) return '';
  const parts: string[] = [];
  for (const block of objectsOf(from.text, node)) {
    const type = block && (stringField(block, 'type') ?? '');
    const text = block && (stringField(block, 'text') ?? embeddedText(block));
    if (typeof text === 'string') parts.push(text);
    else if (type && NO_TEXT.test(type)) parts.push(`[${type}]`);
    else return rawText(from, node);
  }
  return parts.join('\n');
}

/** A document or a resource that stands in the log as text. */
function embeddedText(block: Fields): string | null {
  const resource = within(block, 'resource');
  if (resource) return stringField(resource, 'text');
  const source = within(block, 'source');
  return source && stringField(source, 'type') === 'text' ? stringField(source, 'data') : null;
}

/** The texts of content that a person or the model wrote; what is no text is left out. */
export function spokenText(from: Fields, node: Node | null): string {
  if (node?.kind === 'string') return payloadText(from, node) ?? '';
  if (node?.kind !== 'array') return '';
  const parts: string[] = [];
  for (const block of objectsOf(from.text, node)) {
    const text = block && stringField(block, 'text');
    if (text) parts.push(text);
  }
  return parts.join('\n');
}

/** A JSON text that stands inside a string, read as an object; null when it is none. */
export function innerObject(text: string | null): Fields | null {
  const node = text === null ? null : wholeValue(text);
  return text !== null && node?.kind === 'object' ? { text, node } : null;
}

/** A session holds messages, a message holds blocks; nothing real nests its records further. */
const DEEPEST = 5;

/** A reader of a log that is a conversation: each object of a unit is one record. */
export abstract class TalkReader implements FormatReader {
  protected readonly talk: Talk;
  private depth = 0;

  constructor(prefix: string, context: FormatContext, state: JsonValue | null, repeats = false) {
    const known = state && typeof state === 'object' && !Array.isArray(state) ? state : {};
    this.talk = new Talk(prefix, context, known.talk ?? null, repeats);
  }

  read(unit: string, offset: number): Step {
    this.talk.begin(offset);
    const value = wholeValue(unit);
    if (value?.kind === 'object') this.record({ text: unit, node: value });
    else if (value?.kind === 'array') this.list(unit, value);
    else if (value) this.talk.refuse(`JSON but neither an object nor a list (${value.kind})`);
    else this.talk.refuse('not valid JSON (cut, or broken)');
    return this.talk.done();
  }

  pending(): LogRecord[] {
    return this.talk.pending();
  }

  state(): JsonValue {
    return { talk: this.talk.state(), more: this.more() };
  }

  /** One record of the log. */
  protected abstract record(record: Fields): void;

  /** What a format remembers beyond the conversation. */
  protected more(): JsonValue {
    return null;
  }

  protected list(text: string, list: Node & { kind: 'array' }): void {
    for (const entry of objectsOf(text, list)) {
      if (entry) this.record(entry);
      else this.talk.refuse('an entry of the list is not an object');
    }
  }

  /** Reads the entries of a list that is a part of a record. */
  protected each(entries: (Fields | null)[], read: (entry: Fields) => void): void {
    if (this.depth >= DEEPEST) {
      this.talk.refuse('lists of records nested deeper than any log has them');
      return;
    }
    this.depth++;
    for (const entry of entries) {
      if (entry) read(entry);
      else this.talk.refuse('an entry of a list is not an object');
    }
    this.depth--;
  }
}

/** What `more()` gave, as an object; empty when there is none. */
export function moreOf(state: JsonValue | null): { [key: string]: JsonValue } {
  const more = state && typeof state === 'object' && !Array.isArray(state) ? state.more : null;
  return more && typeof more === 'object' && !Array.isArray(more) ? more : {};
}

/** The object at a span of a list, or null. */
export function objectAt(text: string, span: { start: number; end: number }): Fields | null {
  const node = skeletonAt(text, span);
  return node?.kind === 'object' ? { text, node } : null;
}
