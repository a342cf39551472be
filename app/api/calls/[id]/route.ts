import { openView } from '@/app/screen';
import { call } from '@/db/questions/call';
import { nameOf } from '@/lib/address';
import { answering, noStore, problem } from '../../problem';

/** One call with its reading and judgement, as the screen shows it; payloads have an address of their own. */
export const GET = answering(
  async (request: Request, { params }: RouteContext<'/api/calls/[id]'>): Promise<Response> => {
    const { store } = await openView(request);
    if (!store) return noStore();
    const id = nameOf((await params).id);
    const found = id === null ? null : await call(store, id);
    if (!found) return problem(404, 'there is no call with this id in this data set');
    return Response.json(
      { ...found, time: new Date(found.ts).toISOString() },
      { headers: { 'cache-control': 'no-store' } },
    );
  },
);
