import 'server-only';
import { addressTime } from '@/lib/format';

/** What every exported list declares about itself. */
export interface Declared {
  /** Exact, or null when only "more" is known. */
  matched: number | null;
  returned: number;
  order: string;
  next: string | null;
  /** Epoch ms, UTC; `to` is exclusive. */
  from: number;
  to: number;
  dataset: string;
  /** Address of the next page, where there is one. */
  nextHref: string | null;
}

/** What a page of a question declares of itself when it is exported from a view. */
export function declaredOf(
  page: Pick<Declared, 'matched' | 'returned' | 'order' | 'next'>,
  { view, store }: { view: { from: number; to: number }; store: { dataset: string } },
  nextHref: string | null,
): Declared {
  const { matched, returned, order, next } = page;
  return { matched, returned, order, next, from: view.from, to: view.to, dataset: store.dataset, nextHref };
}

export type Cell = string | number | boolean | null;

/** CSV with one row of names, and the list's limits in headers and in a last line that begins with `#`. */
export function csvOf(name: string, columns: readonly string[], rows: readonly (readonly Cell[])[], of: Declared) {
  const said = declaredFields(of)
    .map(([key, value]) => `${key}=${value}`)
    .join('; ');
  const lines = [columns.map(field).join(','), ...rows.map((row) => row.map(field).join(',')), `# ${said}`];
  return new Response(`${lines.join('\r\n')}\r\n`, {
    headers: {
      ...declaredHeaders(of),
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="capwatch-${name}.csv"`,
    },
  });
}

/** The cells of rows in the order of their columns. */
export function cellsOf<Column extends string>(
  columns: readonly Column[],
  rows: readonly Record<Column, Cell>[],
): Cell[][] {
  return rows.map((row) => columns.map((column) => row[column]));
}

/** JSON of the same: the body's own fields, and beside them what it declares. */
export function jsonOf(body: object, of: Declared): Response {
  const { from, to, nextHref, ...rest } = of;
  return Response.json(
    { from: addressTime(from), to: addressTime(to), ...rest, next: nextHref, ...body },
    { headers: declaredHeaders(of) },
  );
}

function declaredFields(of: Declared): [string, string][] {
  return [
    ['matched', of.matched === null ? 'unknown' : String(of.matched)],
    ['returned', String(of.returned)],
    ['order', of.order.replace(/[;\r\n]/g, ',')],
    ['from', addressTime(of.from)],
    ['to', addressTime(of.to)],
    ['dataset', of.dataset],
    ['next', of.nextHref ?? 'none'],
  ];
}

function declaredHeaders(of: Declared): Record<string, string> {
  const headers: Record<string, string> = { 'cache-control': 'no-store', 'x-capwatch-returned': String(of.returned) };
  if (of.matched !== null) headers['x-capwatch-matched'] = String(of.matched);
  if (of.nextHref) headers.link = `<${of.nextHref}>; rel="next"`;
  return headers;
}

/** Spreadsheets run what begins like a formula; a text that does is kept a text by a quote before it. */
function field(cell: Cell): string {
  if (cell === null) return '';
  let text = String(cell);
  if (typeof cell === 'string' && /^[=+\-@\t\r]/.test(text)) text = `'${text}`;
  return /[",\r\n#]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
