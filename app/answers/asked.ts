import type { AnswerSearch } from '@/db/questions/answers';
import { CLAIM_VERDICTS } from '@/lib/claims';

type Params = Record<string, string | string[] | undefined>;

/** What an address asks of the answers beside the slice; words that it does not know are left out. */
export function askedOf(params: Params, q: string): AnswerSearch & { own: [string, string][] } {
  const first = (name: string) => [params[name] ?? []].flat()[0];
  const touched = first('touched') === '1';
  const claim = first('claim');
  const verdict = claim === 'false' ? claim : (CLAIM_VERDICTS.find((one) => one === claim) ?? null);
  const own: [string, string][] = touched ? [['touched', '1']] : [];
  if (verdict !== null) own.push(['claim', verdict]);
  return { q: q === '' ? null : q, touched, verdict, own };
}
