import { meaningOf, toolUse } from '../spans/meaning';
import { exchangeOf } from '../spans/span-messages';
import type { Span, Spans } from '../spans/types';
import type { Encoding } from './answer';
import { decode } from './decode';
import { keptText } from './kept-span';
import type { Signal } from './proto';

const MOST_REASONS = 5;

const NO_CONTENT =
  'accepted, but no tool span holds the result of its tool: capped results cannot be found without it. Switch on the ' +
  'capture of content in your instrumentation (for OpenTelemetry: OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true), ' +
  'or set the attribute gen_ai.tool.call.result';

/** A span as it is stored; it can be handed from thread to thread. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Nothing above it is known: with it its trace has ended. */
  root: boolean;
  text: string;
  /** Why it gives no call, or not all of one. */
  skipped: string[];
}

/** What an export held. */
export interface Received {
  spans: ReceivedSpan[];
  /** Reasons for what is no span. */
  refused: string[];
  /** Words for the sender; '' where all is well. */
  message: string;
}

/** Reads an export. Throws a Refusal (400) when the body cannot be read at all. */
export function received(signal: Signal, encoding: Encoding, body: Uint8Array): Received {
  const found = decode(signal, encoding, body);
  return { spans: found.spans.map(receivedSpan), refused: found.refused, message: messageOf(found) };
}

function receivedSpan(span: Span): ReceivedSpan {
  const { traceId, spanId, parentId } = span;
  return { traceId, spanId, root: parentId === null, text: keptText(span), skipped: skippedOf(span) };
}

/** Why a span gives no call, or not all of one. */
function skippedOf(span: Span): string[] {
  const meaning = meaningOf(span);
  if (meaning === 'other' || (meaning === 'chain' && span.parentId !== null))
    return [`span: ${meaning === 'chain' ? 'chain' : (span.scope ?? 'other')}`.slice(0, 80)];
  if (meaning !== 'tool') return [];
  const types: string[] = [];
  if (toolUse(span).hidden) types.push('tool result hidden by masking (__REDACTED__)');
  if (span.dropped > 0) types.push('attributes dropped by the SDK on a tool span');
  return types;
}

function messageOf({ spans, refused }: Spans): string {
  if (refused.length > 0) {
    const reasons = [...new Set(refused)];
    const more = reasons.length > MOST_REASONS ? `; and ${reasons.length - MOST_REASONS} other reasons` : '';
    return `${refused.length} not taken: ${reasons.slice(0, MOST_REASONS).join('; ')}${more}`;
  }
  return lacksContent(spans) ? NO_CONTENT : '';
}

/** There are tool spans that succeeded, and neither they nor the messages beside them hold any result. */
function lacksContent(spans: readonly Span[]): boolean {
  let without = 0;
  for (const span of spans) {
    const meaning = meaningOf(span);
    if (meaning === 'tool') {
      const use = toolUse(span);
      if (use.result !== null || use.hidden) return false;
      if (!use.error) without++;
    } else if (meaning === 'llm' || meaning === 'agent') {
      const { input, output } = exchangeOf(span);
      if ([...input, ...output].some((message) => message.returned.length > 0)) return false;
    }
  }
  return without > 0;
}
