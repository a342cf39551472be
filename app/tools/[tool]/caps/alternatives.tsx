import { Panel } from '@/components/states';
import { alternatives } from '@/db/questions/caps-alternatives';
import type { Store } from '@/db/store';
import type { View } from '@/lib/address';
import { alternativeSentences } from '@/lib/caps/alternatives/say';
import classes from './caps.module.css';

/** What else could be done than raise the cap, each with its number from the same log. */
export async function AlternativesPanel({ store, view, tool }: { store: Store; view: View; tool: string }) {
  const found = await alternatives(store, view, tool);
  const sentences = alternativeSentences(found);
  if (found.capped === 0) return null;
  return (
    <Panel
      title="Beside a higher cap"
      note={`declare it, filter, aggregate, page on: measured on the newest calls; tokens by ${found.encoding}`}
    >
      <ul className={classes.list}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Panel>
  );
}
