import {
  arrayField,
  type Fields,
  field,
  idField,
  objectField,
  objectsOf,
  payloadText,
  stringField,
} from '../../formats/fields';
import { flatAttributes, NO_ATTRIBUTES, objectOrJson } from '../attributes';
import { spanTime } from '../scalars';
import type { Span, Spans } from '../types';

/** Runs nested further than this are given up: nothing real nests so. */
const DEEPEST = 40;

/** Whether this is a LangSmith run. */
export function isRun(value: Fields): boolean {
  return stringField(value, 'run_type') !== null && idField(value, 'id') !== null;
}

/** Spans of a run and of the runs inside it (`child_runs`). */
export function langsmithSpans(run: Fields, above: Span | null = null, depth = 0): Spans {
  const span = runSpan(run, above);
  const found: Spans = { spans: [span], refused: [] };
  const children = arrayField(run, 'child_runs');
  for (const child of children ? objectsOf(run.text, children) : []) {
    if (!child || !isRun(child) || depth >= DEEPEST) {
      found.refused.push('an entry of "child_runs" is no run');
      continue;
    }
    const inner = langsmithSpans(child, span, depth + 1);
    for (const one of inner.spans) found.spans.push(one);
    for (const reason of inner.refused) found.refused.push(reason);
  }
  return found;
}

function runSpan(run: Fields, above: Span | null): Span {
  const id = idField(run, 'id') ?? '';
  const extra = objectOrJson(run, 'extra');
  const metadata = extra && objectField(extra, 'metadata');
  const attributes = new Map([['langsmith.span.kind', (stringField(run, 'run_type') ?? '').toLowerCase()]]);
  put(attributes, 'langsmith.inputs', run, 'inputs');
  put(attributes, 'langsmith.outputs', run, 'outputs');
  for (const [key, value] of flatAttributes(metadata)) attributes.set(`langsmith.metadata.${key}`, value);
  put(attributes, 'langsmith.error', run, 'error');
  const failure = payloadText(run, field(run, 'error'));
  return {
    traceId: idField(run, 'trace_id') ?? above?.traceId ?? id,
    spanId: id,
    parentId: idField(run, 'parent_run_id') ?? above?.spanId ?? null,
    name: stringField(run, 'name') ?? '',
    kind: null,
    start: spanTime(payloadText(run, field(run, 'start_time'))),
    end: spanTime(payloadText(run, field(run, 'end_time'))),
    error: failure !== null && failure !== '',
    attributes,
    events: [],
    resource: NO_ATTRIBUTES,
    scope: 'langsmith',
    dropped: 0,
  };
}

function put(into: Map<string, string>, key: string, from: Fields, name: string): void {
  const value = payloadText(from, field(from, name));
  if (value !== null && value !== '') into.set(key, value);
}
