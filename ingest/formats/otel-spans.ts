import { dumpedSpan } from '../spans/containers/dump';
import { arrayField, type Fields, field, objectField } from './fields';
import { spanLog } from './span-log';

/** Spans as Phoenix exports them: flat or nested attributes, or the columns of its table. */
export const phoenix = spanLog({
  id: 'phoenix',
  name: 'Phoenix spans (OpenInference)',
  reads: 'the span export of Arize Phoenix: JSON of its API and client, and its table as JSON lines',
  loses: 'values hidden by `OPENINFERENCE_HIDE_*`: they are counted as hidden',
  certainty: (first) => (isDump(first) && isPhoenix(first) ? 0.85 : 0),
});

/** A trace of any-agent: `{spans: […], final_output}`, its ids big integers. */
export const anyAgent = spanLog({
  id: 'any-agent',
  name: 'any-agent trace',
  reads: '`AgentTrace.model_dump_json()` of mozilla-ai/any-agent',
  loses: 'users and conversations: it names none',
  certainty: (first, outer) => (outer && field(outer, 'final_output') && isDump(first) ? 0.88 : 0),
});

/** Spans dumped by an OpenTelemetry SDK or by a tool that captured them. */
export const otelSpans = spanLog({
  id: 'otel-spans',
  name: 'OpenTelemetry span dump (SDK JSON)',
  reads: 'console and file exporters of the SDKs, and lists of spans that test tools capture',
  loses: 'what the instrumentation did not capture: many keep no arguments and no results',
  certainty: (first) => (isDump(first) ? 0.7 : 0),
});

/** A span by its ids, its name and its attributes; the head may end before the attributes do. */
function isDump(first: Fields): boolean {
  if (!dumpedSpan(first)) return false;
  const columns = first.node.entries.some((entry) => entry.key.startsWith('attributes.'));
  return columns || field(first, 'attributes') !== null || !first.node.closed;
}

function isPhoenix(first: Fields): boolean {
  if (field(first, 'span_kind')) return true;
  return field(first, 'context.trace_id') !== null && !arrayField(first, 'links') && !objectField(first, 'resource');
}
