import { csvOf, type Declared, jsonOf } from '@/app/export';
import { openScreen } from '@/app/screen';
import { askedCaps, askedMemo, hasTool } from '@/db/questions/caps-asked';
import { capsPath, linkWith, nameOf, type RawParams } from '@/lib/address';
import { parseCaps, withoutCaps } from '@/lib/caps/address';
import { capCells } from '@/lib/caps/cells';
import { toldCaps } from '@/lib/caps/told';
import { answering, noStore, problem } from '../../problem';

interface Context {
  params: Promise<{ tool: string }>;
}

/** The cap decision exactly as the page of the same address shows it: JSON, `format=csv`, or `format=md`, the memo. */
export const GET = answering(async (request: Request, { params }: Context): Promise<Response> => {
  const tool = nameOf((await params).tool);
  if (tool === null) return problem(400, 'the name of the tool cannot be read');
  const url = new URL(request.url);
  const asked: RawParams = Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((key) => [key, url.searchParams.getAll(key)]),
  );
  const { store, view, here } = await openScreen(capsPath(tool), withoutCaps(asked), []);
  if (!store) return noStore();
  if (!(await hasTool(store, tool))) return problem(404, 'no call of a tool of this name is stored');
  const settings = parseCaps(asked);
  const decision = await askedCaps(store, view, tool, settings);
  const format = url.searchParams.get('format');
  const declared: Declared = {
    matched: decision.candidates.length,
    returned: decision.candidates.length,
    order: 'cap, smallest first',
    next: null,
    from: decision.from,
    to: decision.to,
    dataset: store.dataset,
    nextHref: null,
  };
  if (format === 'csv') {
    const { columns, rows } = capCells(decision);
    return csvOf('caps', columns, rows, declared);
  }
  if (format === 'md') {
    const path = linkWith({ ...here, own: settings.own }, { pinned: true });
    const link = `${url.protocol}//${request.headers.get('host') ?? url.host}${path}`;
    return memo(await askedMemo(store, view, settings, { decision, link }));
  }
  return jsonOf({ ...toldCaps(decision), problems: [...view.problems, ...settings.problems] }, declared);
});

function memo(text: string): Response {
  return new Response(text, {
    headers: {
      'cache-control': 'no-store',
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': 'attachment; filename="capwatch-cap-decision.md"',
    },
  });
}
