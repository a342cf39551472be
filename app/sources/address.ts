import { ONLY, type SourcesFilter } from '@/db/questions/sources';
import type { RawParams, View } from '@/lib/address';

/** What the address of the sources says beside the data set: which of them, and from where on. */
export interface SourcesView extends SourcesFilter {
  /** Cursor of the list; that of a source's quarantine is `cursor`. */
  after: string | null;
}

/** Reads the sources' own part of an address; what cannot be understood is left out. */
export function sourcesView(params: RawParams, view: Pick<View, 'q'>): SourcesView {
  const one = (key: string) => [params[key] ?? []].flat()[0] ?? null;
  return {
    q: view.q,
    log: one('log')?.slice(0, 200) ?? null,
    only: ONLY.find((only) => only === one('only')) ?? null,
    after: one('after'),
  };
}

/** Query string of the sources, '' when it says nothing. Any change but the cursor goes back to the first page. */
export function sourcesQuery(view: SourcesView, data: string | null, changes: Partial<SourcesView> = {}): string {
  const to = { ...view, after: null, ...changes };
  const query = new URLSearchParams();
  if (data) query.set('data', data);
  if (to.q !== '') query.set('q', to.q);
  if (to.log !== null) query.set('log', to.log);
  if (to.only) query.set('only', to.only);
  if (to.after) query.set('after', to.after);
  const text = query.toString();
  return text && `?${text}`;
}
