import { Census, Share } from '@/components/known';
import { Go } from '@/components/link';
import { Sentence } from '@/components/states';
import { answersTouched } from '@/db/questions/answers';
import type { Store } from '@/db/store';
import { type Here, linkTo, type View } from '@/lib/address';

/** How many answers of the slice come after a capped call that no walk made good, with the way to them. */
export async function TouchedAnswers({ store, view, here }: { store: Store; view: View; here: Here }) {
  const { answers, touched } = await answersTouched(store, view);
  if (answers === 0) return null;
  const href = linkTo(here, '/answers', { tools: view.tools });
  return (
    <Sentence small>
      <Census n={touched} /> of <Census n={answers} unit="answers" /> (
      <Share part={touched} whole={answers} noun="answers" />) come after a capped call of their session that no walk
      made good: <Go href={`${href}${href.includes('?') ? '&' : '?'}touched=1`}>read them</Go>.
    </Sentence>
  );
}
