import { arrayField, type Fields, field, objectsOf, payloadText } from '../../formats/fields';
import type { Span, Spans } from '../types';
import { dumpedSpan } from './dump';
import { isJaegerTrace, jaegerSpans } from './jaeger';
import { isLangfuseObservation, isLangfuseTrace, langfuseSpans, observationSpan } from './langfuse';
import { isRun, langsmithSpans } from './langsmith';
import { otlpRoot, otlpSpans } from './otlp';

/** The containers that spans come in. */
export type Container = 'otlp' | 'jaeger' | 'langfuse' | 'langsmith' | 'dump';

/** Lists that hold spans or traces, in the containers that have one. */
const LISTS = ['spans', 'data', 'runs', 'traces'];

/** Lists nested further than this are given up: a response holds traces, a trace holds spans. */
const DEEPEST = 4;

/** Which container this object is; null when it is none. */
export function containerOf(value: Fields): Container | null {
  if (otlpRoot(value)) return 'otlp';
  if (isJaegerTrace(value)) return 'jaeger';
  if (isLangfuseTrace(value) || isLangfuseObservation(value)) return 'langfuse';
  if (isRun(value)) return 'langsmith';
  return dumpedSpan(value) ? 'dump' : null;
}

/** The spans of one object, whatever container it is, and reasons for what is none. */
export function spansIn(value: Fields, depth = 0): Spans {
  const root = otlpRoot(value);
  if (root) return otlpSpans(root);
  if (isJaegerTrace(value)) return jaegerSpans(value);
  if (isLangfuseTrace(value)) return langfuseSpans(value);
  if (isLangfuseObservation(value)) return one(observationSpan(value, null, null), 'an observation without "id"');
  if (isRun(value)) return langsmithSpans(value);
  for (const key of LISTS) {
    const list = depth < DEEPEST ? arrayField(value, key) : null;
    if (list) return concluded(value, spansOfList(objectsOf(value.text, list), depth + 1));
  }
  return one(dumpedSpan(value), 'no span: a trace id, a span id and a name are required');
}

/** The spans of a list of containers or of bare spans. */
export function spansOfList(items: Iterable<Fields | null>, depth = 0): Spans {
  const found: Spans = { spans: [], refused: [] };
  for (const item of items) {
    const inner: Spans = item
      ? spansIn(item, depth)
      : { spans: [], refused: ['an entry of the list is not an object'] };
    for (const span of inner.spans) found.spans.push(span);
    for (const reason of inner.refused) found.refused.push(reason);
  }
  return found;
}

function one(span: Span | null, reason: string): Spans {
  return span ? { spans: [span], refused: [] } : { spans: [], refused: [reason] };
}

/** any-agent writes the run's answer beside the spans: it belongs to the span above them all. */
function concluded(value: Fields, found: Spans): Spans {
  const answer = payloadText(value, field(value, 'final_output'));
  const at = answer === null ? -1 : found.spans.findLastIndex((span) => span.parentId === null);
  const root = found.spans[at];
  if (root && answer !== null)
    found.spans[at] = { ...root, attributes: new Map(root.attributes).set('final_result', answer) };
  return found;
}
