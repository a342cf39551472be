import { z } from 'zod';
import { answering, problem } from '@/app/api/problem';
import { openPayload, rowsOf } from '@/app/calls/documents';
import { openView } from '@/app/screen';
import { nameOf } from '@/lib/address';
import { findIn, textWindow } from '@/lib/payload/find';
import { rowWindow } from '@/lib/payload/rows';

const whole = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31);
const question = z.object({
  view: z.enum(['result', 'sent']).default('result'),
  from: whole.default(0),
  size: whole.max(64_000).default(16_000),
  count: whole.default(50),
  rows: z.string().max(2_000).optional(),
  row: whole.optional(),
  find: z.string().max(500).optional(),
  download: z.string().optional(),
});

/**
 * A part of one payload as JSON: `rows=PATH&from&count` rows of a list, with `row=N` the text of one row, `find=TEXT`
 * places, else `from&size` of the text. `download=1` is all of it, as plain text that no browser will run.
 */
export const GET = answering(
  async (request: Request, { params }: RouteContext<'/api/calls/[id]/payload'>): Promise<Response> => {
    const { store } = await openView(request);
    const id = nameOf((await params).id);
    const asked = question.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!asked.success)
      return problem(400, `${asked.error.issues[0]?.path.join('.')}: ${asked.error.issues[0]?.message}`);
    const { view, from, size, count, rows, row, find, download } = asked.data;
    const opened = store && id !== null ? await openPayload(store, id, view) : null;
    if (!opened) return problem(404, 'this payload is not in the store: it has expired or never was');
    const { text } = opened.doc;
    if (download !== undefined) return file(text, `payload-${view}.txt`);
    if (find !== undefined) return Response.json(findIn(text, find, from));
    if (rows === undefined) return Response.json(textWindow(text, from, size));
    const index = rowsOf(opened, rows);
    if (!index) return problem(404, 'there is no list at this path of the payload');
    if (row === undefined) return Response.json(rowWindow(rows, index, from, count));
    const start = index.starts[row];
    const end = index.ends[row];
    if (start === undefined || end === undefined) return problem(404, 'there is no such row');
    return Response.json(textWindow(index.text.slice(start, end), from, size));
  },
);

function file(text: string, name: string): Response {
  return new Response(text, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  });
}
