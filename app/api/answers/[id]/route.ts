import { problem } from '@/app/api/problem';
import { openView } from '@/app/screen';
import { answer } from '@/db/questions/answer';
import { answerPath, nameOf } from '@/lib/address';
import { answerReport } from '@/lib/claims/report';

/** One answer with its judged claims, as JSON or (`format=md`) as a report to paste into a ticket. */
export async function GET(request: Request, { params }: RouteContext<'/api/answers/[id]'>): Promise<Response> {
  const id = nameOf((await params).id);
  const { store, now } = await openView(request);
  const found = store && id !== null ? await answer(store, id) : null;
  if (!found) return problem(404, 'There is no such answer.');
  const { turn, ...told } = found;
  const url = new URL(request.url);
  if (url.searchParams.get('format') !== 'md')
    return Response.json({
      ...told,
      calls: turn.calls.map(({ id, tool, args, judgement }) => ({ id, tool, args, ...judgement })),
      matched: turn.matched,
      returned: turn.calls.length,
    });
  const report = answerReport({
    ...told,
    at: new Date(found.ts).toISOString(),
    asOf: new Date(now).toISOString(),
    calls: turn.calls,
    link: `${url.origin}${answerPath(found.id)}`,
  });
  return new Response(report, {
    headers: { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'no-store' },
  });
}
