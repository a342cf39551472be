import { askedOf } from '@/app/answers/asked';
import { cellsOf, csvOf, declaredOf, jsonOf } from '@/app/export';
import { openView } from '@/app/screen';
import { type AnswerListed, answers } from '@/db/questions/answers';
import { linkWith } from '@/lib/address';
import { answering, limitOf, noStore, onlyFrom } from '../problem';

const COLUMNS = [
  'answer',
  'time',
  'session',
  'account',
  'question',
  'text',
  'capped_before',
  'claims',
  'false_claims',
] as const;

/** The list of answers of a view as CSV or JSON. */
export const GET = answering(async (request: Request): Promise<Response> => {
  const { store, view, here: at } = await openView(request);
  if (!store) return noStore();
  const params = new URL(request.url).searchParams;
  const asked = askedOf(Object.fromEntries(params), view.q);
  const here = { ...at, own: asked.own };
  const page = await answers(store, view, asked, { limit: limitOf(request), cursor: view.cursor });
  const nextHref = page.next ? onlyFrom(request, linkWith(here, { cursor: page.next })) : null;
  const declared = declaredOf(page, { view, store }, nextHref);
  const rows = page.rows.map(exported);
  if (params.get('format') !== 'csv') return jsonOf({ answers: rows }, declared);
  return csvOf('answers', COLUMNS, cellsOf(COLUMNS, rows), declared);
});

function exported(row: AnswerListed) {
  return {
    answer: row.id,
    time: new Date(row.ts).toISOString(),
    session: row.session,
    account: row.account === '' ? null : row.account,
    question: row.question,
    text: row.text,
    capped_before: row.touched,
    claims: row.claims,
    false_claims: row.falseClaims,
  };
}
