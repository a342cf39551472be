import { Panel } from '@/components/states';
import type { Here } from '@/lib/address';
import type { CapsSettings } from '@/lib/caps/address';
import { addressTime } from '@/lib/format';
import classes from './caps.module.css';

interface SettingsFormProps {
  here: Here;
  settings: CapsSettings;
  /** Tokenizers that can count here, the usual one first. */
  tokenizers: readonly string[];
}

/** What is weighed, as a plain GET form: the address that it makes is the state of the page. */
export function SettingsForm({ here, settings: s, tokenizers }: SettingsFormProps) {
  return (
    <Panel title="What is weighed" note="caps in rows; budget and window in tokens">
      <form method="get" action={here.path} className={classes.form}>
        <Kept here={here} leave={['caps', 'budget', 'window', 'share', 'reserve', 'turns', 'tokenizer', 'at']} />
        <label>
          Candidate caps
          <input className={classes.wide} name="caps" defaultValue={s.caps.join(', ')} inputMode="text" />
        </label>
        <label>
          Another cap
          <input name="caps" inputMode="numeric" placeholder="e.g. 300" />
        </label>
        <label>
          Context window
          <input name="window" inputMode="numeric" defaultValue={s.window} />
        </label>
        <label>
          Share of it, %
          <input name="share" inputMode="decimal" defaultValue={Number((s.share * 100).toFixed(4))} />
        </label>
        <label>
          Reserve
          <input name="reserve" inputMode="numeric" defaultValue={s.reserve} />
        </label>
        <label>
          Or a token budget
          <input name="budget" inputMode="numeric" defaultValue={s.budget ?? ''} placeholder="from the share" />
        </label>
        <label>
          Turns of a session
          <input name="turns" inputMode="numeric" defaultValue={s.turns} />
        </label>
        {tokenizers.length > 1 ? (
          <label>
            Tokenizer
            <select name="tokenizer" defaultValue={s.tokenizer ?? tokenizers[0]}>
              {tokenizers.map((t) => (
                <option key={t}>{t}</option>
              ))}
            </select>
          </label>
        ) : null}
        <button type="submit">Weigh these</button>
      </form>
    </Panel>
  );
}

/** The rest of the address as hidden fields: a form of this page loses nothing that it does not change. */
export function Kept({ here, leave }: { here: Here; leave: readonly string[] }) {
  const { view } = here;
  const pairs: [string, string][] = [
    ...(view.pinned
      ? ([
          ['from', addressTime(view.from)],
          ['to', addressTime(view.to)],
        ] as [string, string][])
      : []),
    ...view.segments.map((s): [string, string] => ['segment', s]),
    ...view.accounts.map((a): [string, string] => ['account', a]),
    ...(view.data ? ([['data', view.data]] as [string, string][]) : []),
    ...(here.own ?? []).filter(([key]) => !leave.includes(key)).map(([key, value]): [string, string] => [key, value]),
  ];
  return pairs.map(([key, value]) => <input key={`${key} ${value}`} type="hidden" name={key} value={value} />);
}
