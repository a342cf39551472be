import { StoreError } from '@/db/store-error';

/** The one shape of an error in an answer of the API. */
export function problem(status: 400 | 404 | 503, message: string): Response {
  return Response.json({ error: { message } }, { status });
}

/** A handler whose trouble with the store is answered in words; any other error stays an error of ours. */
export function answering<Context>(
  handler: (request: Request, context: Context) => Promise<Response>,
): (request: Request, context: Context) => Promise<Response> {
  return async (request, context) => {
    try {
      return await handler(request, context);
    } catch (error) {
      if (error instanceof StoreError) return problem(503, error.message);
      throw error;
    }
  };
}

/** Nothing has been read yet. */
export function noStore(): Response {
  return problem(404, 'there is no data yet: capwatch ingest PATH reads some');
}

const USUAL = 1_000;
const MOST = 5_000;

/** Rows of one answer: `limit` of the address between 1 and 5,000, else 1,000. */
export function limitOf(request: Request): number {
  const asked = Number(new URL(request.url).searchParams.get('limit') ?? Number.NaN);
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, MOST) : USUAL;
}

/** An address of the next page that keeps the form and size of this one. */
export function onlyFrom(request: Request, href: string): string {
  const asked = new URL(request.url).searchParams;
  const next = new URL(href, 'http://here');
  for (const key of ['format', 'limit', 'source']) {
    const value = asked.get(key);
    if (value !== null) next.searchParams.set(key, value);
  }
  return next.pathname + next.search;
}
