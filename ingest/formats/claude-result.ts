import type { Node } from '@/lib/json/types';
import {
  type Fields,
  field,
  isTrue,
  numberField,
  objectField,
  objectsOf,
  payloadText,
  rawText,
  stringField,
} from './fields';
import type { Outcome } from './open-calls';

/** The structured twin of a result, in a session file or in what is printed without a screen. */
export function twinOf(line: Fields): Fields | null {
  return objectField(line, 'toolUseResult') ?? objectField(line, 'tool_use_result');
}

/** The text that the model received, and the tool's own view of the same result where that says more. */
export function outcomeOf(block: Fields, twin: Fields | null): Outcome {
  const text = contentText(block, field(block, 'content')) ?? '';
  const error = isTrue(block, 'is_error');
  const own = twin && !error ? ownView(twin, text) : null;
  const durationMs = twin && numberField(twin, 'durationMs');
  return own === null
    ? { result: text, sent: null, error, durationMs }
    : { result: own, sent: text, error, durationMs };
}

/** Keys whose presence means that the structured twin describes rows: file lists and matches, and a file by lines. */
const ROW_KEYS = ['filenames', 'file'];

function ownView(twin: Fields, text: string): string | null {
  if (ROW_KEYS.some((key) => ['array', 'object'].includes(field(twin, key)?.kind ?? '')))
    return rawText(twin, twin.node);
  const stdout = stringField(twin, 'stdout');
  // Output that the harness moved to a file or shortened: the twin still holds what the command printed.
  return stdout && !text.includes(stdout.trim()) && stdout.length > text.length ? stdout : null;
}

/** Text blocks as the model reads them, one under the other; what is not text is named in brackets. */
function contentText(block: Fields, content: Node | null): string | null {
  if (content?.kind !== 'array') return payloadText(block, content);
  const parts: string[] = [];
  for (const part of objectsOf(block.text, content)) {
    if (!part) continue;
    parts.push(stringField(part, 'text') ?? `[${stringField(part, 'type') ?? 'unknown block'}]`);
  }
  return parts.join('\n');
}
