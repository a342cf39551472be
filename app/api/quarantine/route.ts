import { jsonOf } from '@/app/export';
import { openView } from '@/app/screen';
import { quarantine } from '@/db/questions/quarantine';
import { linkWith } from '@/lib/address';
import { answering, limitOf, noStore, onlyFrom } from '../problem';

/** What could not be read, of one source (`source=ID`) or of all, with where, why and the first bytes as text. */
export const GET = answering(async (request: Request): Promise<Response> => {
  const { store, view, here } = await openView(request);
  if (!store) return noStore();
  const source = new URL(request.url).searchParams.get('source');
  const id = source !== null && /^\d{1,15}$/.test(source) ? Number(source) : null;
  const page = await quarantine(store, id, { cursor: view.cursor, limit: limitOf(request) });
  const nextHref = page.next ? onlyFrom(request, linkWith(here, { cursor: page.next })) : null;
  const { rows, ...declared } = page;
  return jsonOf({ quarantined: rows }, { ...declared, from: view.from, to: view.to, dataset: store.dataset, nextHref });
});
