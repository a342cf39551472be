import { elements, read, skeleton, skeletonAt } from '@/lib/json';
import type { ArrayNode, JsonValue, Node } from '@/lib/json/types';
import { SpanAssembler } from '../spans/assemble';
import { spansIn, spansOfList } from '../spans/containers';
import type { Spans } from '../spans/types';
import { arrayField, type Fields, objectsOf } from './fields';
import type { Format, FormatReader, Head, Recognised, Step } from './types';

/** What a container of spans adds to the reading that all of them share. */
export interface SpanLog {
  id: string;
  name: string;
  reads: string;
  loses: string;
  /** Whether the first object of a log, or of the list that it is, belongs to this container. 0 … 1. */
  certainty: (first: Fields, outer: Fields | null) => number;
  /** Written one export a line, so that a line is a unit even when there is only one. */
  byLine?: boolean;
}

/** A format whose log is spans: they become calls the same way whatever the container. */
export function spanLog({ id, name, reads, loses, certainty, byLine = false }: SpanLog): Format {
  const recognise = (head: Head): Recognised => {
    const first = firstOf(head.text);
    const sure = first ? certainty(first.inner, first.outer) : 0;
    return { certainty: sure, unit: sure > 0 && isByLine(head, byLine) ? 'line' : 'document' };
  };
  return { id, name, reads, loses, recognise, open: (_context, state) => new SpanReader(state) };
}

/** Lists at the top of a container. */
const LISTS = ['spans', 'data', 'runs', 'traces'];

/** The first object of a log, also when the head ends inside it, and the object around the list that holds it. */
function firstOf(text: string): { inner: Fields; outer: Fields | null } | null {
  const node = skeleton(text);
  if (node?.kind === 'array') {
    const inner = firstIn(text, node);
    return inner && { inner, outer: null };
  }
  if (node?.kind !== 'object') return null;
  const outer = { text, node };
  for (const key of LISTS) {
    const list = arrayField(outer, key);
    const inner = list && firstIn(text, list);
    if (inner) return { inner, outer };
  }
  return { inner: outer, outer: null };
}

function firstIn(text: string, list: ArrayNode): Fields | null {
  const node = list.first ? skeletonAt(text, list.first) : skeleton(text, list.start + 1);
  return node?.kind === 'object' ? { text, node } : null;
}

/** One object a line: the first line is whole, and the next one begins another; or exports that are always lines. */
function isByLine(head: Head, always: boolean): boolean {
  const lines = head.text.split('\n', 50).filter((line) => line.trim() !== '');
  const first = lines[0] ?? '';
  if (!first.trimStart().startsWith('{')) return false;
  if (!skeleton(first)?.closed) return always && lines.length === 1 && !head.whole;
  return lines.length > 1 ? (lines[1] ?? '').trimStart().startsWith('{') : always;
}

class SpanReader implements FormatReader {
  private readonly assembler: SpanAssembler;

  constructor(state: JsonValue | null) {
    this.assembler = new SpanAssembler(state);
  }

  read(unit: string): Step {
    const { spans, refused } = spansOfUnit(unit);
    const step = this.assembler.add(spans);
    if (spans.length === 0 && refused.length === 0) step.skipped.push('empty export');
    return { ...step, quarantine: [...step.quarantine, ...refused] };
  }

  pending() {
    return this.assembler.pending();
  }

  state() {
    return this.assembler.state();
  }
}

/** The spans of a unit: one value, or several in a row (OpenTelemetry's console exporter prints one after the other). */
function spansOfUnit(unit: string): Spans {
  const found: Spans = { spans: [], refused: [] };
  let at = 0;
  while (unit.slice(at).trim() !== '') {
    const { node, stop, state } = read(unit, at);
    if (!node || state !== 'whole') {
      found.refused.push('no valid JSON (cut, or broken)');
      if (node?.kind === 'array') addAll(found, cutList(unit, node));
      return found;
    }
    addAll(found, valueSpans(unit, node));
    at = stop;
  }
  return found;
}

/** What was whole in a list that the text cuts short. */
function cutList(unit: string, list: ArrayNode): Spans {
  const whole = [...elements(unit, list)].map((span) => skeletonAt(unit, span));
  return spansOfList(whole.map((node) => (node?.kind === 'object' ? { text: unit, node } : null)));
}

function valueSpans(unit: string, node: Node): Spans {
  if (node.kind === 'array') return spansOfList(objectsOf(unit, node));
  if (node.kind === 'object') return spansIn({ text: unit, node });
  return { spans: [], refused: [`JSON, but neither an object nor a list (${node.kind})`] };
}

function addAll(into: Spans, more: Spans): void {
  for (const span of more.spans) into.spans.push(span);
  for (const reason of more.refused) into.refused.push(reason);
}
