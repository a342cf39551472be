import { pick } from './attributes';
import { CONVENTIONS, keysOf, type SpanMeaning } from './conventions';
import { argsText, idText, resultText, toolMessage } from './payloads';
import { ALIASES, FAILURE_TEXTS, GATHERED, HIDDEN, MODEL_SIGNS, NAMED_TOOLS, TOOL_SIGNS } from './signs';
import type { Span } from './types';

/** A tool span, read. */
export interface ToolUse {
  callId: string | null;
  tool: string;
  /** The name under which the model asks for it, where that is another one. */
  asked: string | null;
  args: string;
  /** Null when the span holds no result. */
  result: string | null;
  /** A masking rule took the result out: it is hidden, not absent. */
  hidden: boolean;
  error: boolean;
}

/** What a span is: by the kind that a convention names, else by what it carries. */
export function meaningOf(span: Span): SpanMeaning {
  if (kindIs(span, 'LOG') || GATHERED.has(pick(span.attributes, keysOf('tool')) ?? '')) return 'other';
  let named: SpanMeaning | null = null;
  for (const { kinds } of CONVENTIONS) {
    for (const { key, values } of kinds) {
      const value = span.attributes.get(key);
      const meaning = value === undefined ? undefined : valueIn(values, value);
      if (meaning === 'tool') return 'tool';
      named ??= meaning ?? null;
    }
  }
  if (named !== null && named !== 'chain') return named;
  if (TOOL_SIGNS.some((key) => span.attributes.has(key)) && !isSchemaOnly(span)) return 'tool';
  if (NAMED_TOOLS.some((name) => name.test(span.name)) || kindIs(span, 'TOOL')) return 'tool';
  if (outputOf(span, toolMessage)) return 'tool';
  if (MODEL_SIGNS.some((key) => span.attributes.has(key)) || kindIs(span, 'LLM')) return 'llm';
  if (bodyOf(span, 'output')?.includes('generations')) return 'llm';
  if (kindIs(span, 'AGENT')) return 'agent';
  return named ?? (kindIs(span, 'CHAIN') ? 'chain' : 'other');
}

/** A kind's value; makers append a function's name to it (`ai.toolCall my-function`) and differ in case. */
function valueIn(values: Readonly<Record<string, SpanMeaning>>, value: string): SpanMeaning | undefined {
  for (const spelled of [value, value.toLowerCase(), value.split(' ')[0] ?? ''])
    if (Object.hasOwn(values, spelled)) return values[spelled];
  return undefined;
}

function kindIs(span: Span, kind: string): boolean {
  return span.kind?.toUpperCase() === kind;
}

/** A model call may name a tool that it was given; then it has messages too. */
function isSchemaOnly(span: Span): boolean {
  return MODEL_SIGNS.slice(0, 3).some((key) => span.attributes.has(key));
}

function outputOf<T>(span: Span, read: (text: string) => T | null): T | null {
  for (const key of keysOf('output')) {
    const value = span.attributes.get(key);
    const found = value === undefined ? null : read(value);
    if (found !== null) return found;
  }
  const body = bodyOf(span, 'output');
  return body === null ? null : read(body);
}

/** The one content that ADOT moved into an event's body. */
function bodyOf(span: Span, side: 'input' | 'output'): string | null {
  for (const event of span.events) {
    const body = event.attributes.get(`body.${side}`);
    if (body === undefined) continue;
    const content = /"content"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(body)?.[1];
    if (content !== undefined) return resultText(content, false);
  }
  return null;
}

/** Reads a tool span. */
export function toolUse(span: Span): ToolUse {
  const { attributes } = span;
  const message = outputOf(span, toolMessage);
  const rawArgs = pick(attributes, keysOf('args')) ?? pick(attributes, keysOf('input')) ?? bodyOf(span, 'input');
  const precise = pick(attributes, keysOf('result'));
  const loose = precise === null ? (pick(attributes, keysOf('output')) ?? bodyOf(span, 'output')) : null;
  const raw = precise ?? loose;
  const hidden = raw !== null && HIDDEN.has(raw);
  const result = raw === null || hidden ? null : resultText(raw, precise === null);
  const tool = nameOf(span) ?? message?.tool ?? 'unknown tool';
  return {
    callId: idText(pick(attributes, keysOf('callId'))) ?? message?.callId ?? null,
    tool,
    asked: askedName(tool),
    args: rawArgs !== null && HIDDEN.has(rawArgs) ? JSON.stringify('__REDACTED__') : argsText(rawArgs),
    result: (precise === null && message ? message.result : result) ?? (hidden ? null : failureOf(span)),
    hidden,
    error: span.error || pick(attributes, keysOf('error')) !== null || (message?.error ?? false),
  };
}

/** What the tool failed with, where that is all that came back. */
function failureOf(span: Span): string | null {
  const own = pick(span.attributes, FAILURE_TEXTS);
  if (own !== null || !span.error) return own;
  for (const event of span.events) {
    const text = pick(event.attributes, FAILURE_TEXTS);
    if (text !== null) return text;
  }
  return null;
}

function nameOf(span: Span): string | null {
  const named = pick(span.attributes, keysOf('tool'));
  if (named !== null) return named;
  for (const pattern of NAMED_TOOLS) {
    const name = pattern.exec(span.name)?.[1];
    if (name) return name;
  }
  // Spans of an instrumentation as a whole (ADOT) carry its name, not the tool's.
  return span.name === '' || span.name === span.scope ? null : span.name.replace(/\.tool$/, '');
}

function askedName(tool: string): string | null {
  const alias = ALIASES.find(({ span }) => span.test(tool));
  return alias ? tool.replace(alias.span, alias.asked) : null;
}
