/** Errors and refusals: no rows, and a reason. */

import { get, scalarAt } from '@/lib/json';
import type { View } from '../view';
import { refuses } from './markers';

/** The words of an error: the text itself, or the error field of an object. Null when the payload is no error. */
export function errorWords(view: View, failed: boolean): string | null {
  if (view.node === null) {
    const head = view.text.slice(0, 2000);
    if (failed) return head;
    return /^\s*(?:<tool_use_error>|(?:[\w.]*error|exception|failed|fatal)\b[:\s])/i.test(head) &&
      view.text.length < 4000
      ? head
      : null;
  }
  const node = view.node.kind === 'object' ? view.node : null;
  const error = get(node, 'error') ?? get(node, 'errors') ?? get(node, 'exception');
  const message = get(node, 'message') ?? get(node, 'detail');
  const said = [error, message]
    .map((one) =>
      one === null
        ? ''
        : one.kind === 'string'
          ? String(scalarAt(view.text, one))
          : one.kind === 'object' || one.kind === 'array'
            ? view.text.slice(one.start, one.end)
            : '',
    )
    .filter((words) => words !== '' && words !== '[]' && words !== '{}');
  const status = get(node, 'status');
  const bad =
    (error !== null && said.length > 0 && error.kind !== 'boolean' && error.kind !== 'null') ||
    scalarOf(view, 'success') === false ||
    scalarOf(view, 'ok') === false ||
    (status?.kind === 'string' && /^(?:error|failed|failure)$/i.test(String(scalarAt(view.text, status))));
  return bad || failed ? said.join(' ').slice(0, 2000) || view.text.slice(0, 500) : null;
}

/** True for a text that stands in an error tag as a whole. */
export function isErrorTag(view: View): boolean {
  return view.node === null && /^\s*<(\w*error)>[\s\S]*<\/\1>\s*$/i.test(view.text);
}

function scalarOf(view: View, key: string): string | number | boolean | null {
  const node = get(view.node, key);
  return node === null || node.kind === 'array' || node.kind === 'object' ? null : scalarAt(view.text, node);
}

/** True when a payload without rows declines to serve an oversized result. */
export function isRefusal(view: View, words: string | null): boolean {
  if (words !== null && refuses(words)) return true;
  return (
    view.node === null && view.text.length < 1500 && refuses(view.text) && view.text.trim().split('\n').length <= 6
  );
}
