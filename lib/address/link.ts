import { addressTime } from '../format/time';
import type { View } from './view';

/** Changes to a view; null or an empty list takes a filter away. */
export type Changes = Partial<
  Pick<
    View,
    | 'from'
    | 'to'
    | 'tools'
    | 'accounts'
    | 'segments'
    | 'verdicts'
    | 'caps'
    | 'data'
    | 'q'
    | 'rows'
    | 'unseen'
    | 'sort'
    | 'dir'
    | 'cursor'
    | 'cols'
    | 'pinned'
  >
>;

/** What a link needs to know of a screen: its path, its view, and whether its times are still moving. */
export interface Here {
  path: string;
  view: View;
  /** Data is still arriving: links then leave the time range open unless the address pins it. */
  arriving: boolean;
  /** What the address says beyond the view, in pairs: stays in links to this screen, not in links to others. */
  own?: readonly (readonly [string, string])[];
}

/** Query string of a view, with absolute times; '' when it says nothing. A cursor and a sort survive only if asked. */
export function queryOf(view: View, pin: boolean): string {
  const q = new URLSearchParams();
  if (pin) {
    q.set('from', addressTime(view.from));
    q.set('to', addressTime(view.to));
  }
  for (const s of view.segments) q.append('segment', s);
  for (const a of view.accounts) q.append('account', a);
  for (const t of view.tools) q.append('tool', t);
  for (const v of view.verdicts) q.append('verdict', v);
  if (view.caps !== 'imposed') q.set('caps', view.caps);
  if (view.rows) q.set('rows', rangeParam(view.rows));
  if (view.unseen) q.set('unseen', rangeParam(view.unseen));
  if (view.q) q.set('q', view.q);
  if (view.data) q.set('data', view.data);
  if (view.sort) {
    q.set('sort', view.sort);
    if (view.dir !== 'desc') q.set('dir', view.dir);
  }
  if (view.cols) q.set('cols', view.cols.join(','));
  if (view.cursor) q.set('cursor', view.cursor);
  const s = q.toString();
  return s && `?${s}`;
}

/** This screen with changes. Any change but the cursor itself goes back to the first page. */
export function linkWith(here: Here, changes: Changes = {}): string {
  const view = { ...here.view, cursor: null, ...changes };
  const pinned = changes.pinned ?? (view.pinned || !here.arriving || 'from' in changes || 'to' in changes);
  return here.path + withOwn(queryOf(view, pinned), here.own);
}

function withOwn(query: string, own: Here['own'] = []): string {
  const more = new URLSearchParams(own.map(([key, value]) => [key, value])).toString();
  return more === '' ? query : `${query}${query === '' ? '?' : '&'}${more}`;
}

/**
 * Another screen about the same slice: time, data set and filters go along; sort, columns and cursor stay behind.
 * `path` must be encoded already (`toolPath`, `accountPath`, `callPath`).
 */
export function linkTo(here: Here, path: string, changes: Changes = {}): string {
  const view = { ...here.view, sort: null, dir: 'desc' as const, cols: null, rows: null, unseen: null, q: '' };
  return linkWith({ ...here, path, view, own: [] }, changes);
}

/** Addresses of the things that have a page of their own; names are hostile text and are encoded. */
export const toolPath = (tool: string) => `/tools/${segment(tool)}`;
export const capsPath = (tool: string) => `${toolPath(tool)}/caps`;
export const accountPath = (account: string) => `/accounts/${segment(account)}`;
export const callPath = (call: string) => `/calls/${segment(call)}`;
export const answerPath = (answer: string) => `/answers/${segment(answer)}`;

/**
 * One path segment. A plain name stays as it is; any other becomes `~` and its escapes with `~` for `%`, so that
 * names such as '', '..' or 'a/b' survive what browsers and servers do to paths.
 */
function segment(name: string): string {
  if (/^[\w@][\w.:@+-]*$/.test(name)) return name;
  const whole = name.replace(/[\uD800-\uDFFF]/gu, '\uFFFD');
  return `~${encodeURIComponent(whole).replace(/~/g, '%7E').replace(/%/g, '~')}`;
}

/** The name behind a path segment made by `toolPath` and friends; null when it is none. */
export function nameOf(part: string): string | null {
  let plain = part;
  try {
    plain = decodeURIComponent(part);
  } catch {
    return null;
  }
  if (!plain.startsWith('~')) return plain;
  try {
    return decodeURIComponent(plain.slice(1).replace(/~/g, '%'));
  } catch {
    return null;
  }
}

function rangeParam([low, high]: [number, number]): string {
  return low === high ? String(low) : `${low}-${high}`;
}

/** Address of exactly this view (sort, columns and page included) as CSV, JSON or Markdown. */
export function exportLink(here: Here, path: string, format: 'csv' | 'json' | 'md'): string {
  const href = path + withOwn(queryOf(here.view, true), here.own);
  return `${href}&format=${format}`;
}
