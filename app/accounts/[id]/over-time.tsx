import { KindsOverTime } from '@/components/charts';
import { ChartWithTable } from '@/components/states';
import { accountKinds } from '@/db/questions/account-kinds';
import type { Store } from '@/db/store';
import { type Here, linkWith, type View } from '@/lib/address';
import { count, dayText, HOUR, timeText } from '@/lib/format';

interface OverTimeProps {
  store: Store;
  view: View;
  here: Here;
  zone: string;
  id: string;
}

/** Capped calls of the account by kind over time; a step opens the view narrowed to it. */
export async function AccountOverTime({ store, view, here, zone, id }: OverTimeProps) {
  const { step, at } = await accountKinds(store, view, id);
  const label = (start: number) => (step === HOUR ? timeText(start, zone) : dayText(start, 'UTC', false));
  const capped = at.reduce((sum, slot) => sum + slot.flagged + slot.silent + slot.stale, 0);
  const buckets = at.map(({ start, ...kinds }) => ({
    label: label(start),
    ...kinds,
    href: linkWith(here, { from: start, to: start + step }),
  }));
  return (
    <ChartWithTable
      title="Capped calls over time"
      note={`${count(capped)} by kind, ${step === HOUR ? 'per hour' : 'per day (UTC)'}; recovered ones included`}
      table={{
        head: ['When', 'Calls', 'Flagged', 'Silent', 'Stale', 'Recovered'],
        rows: buckets.map((b) => [b.label, ...[b.calls, b.flagged, b.silent, b.stale, b.recovered].map(count)]),
      }}
    >
      <KindsOverTime
        buckets={buckets}
        deploys={[]}
        words={`${count(capped)} capped calls over time; the table below says the same in numbers.`}
        height={190}
      />
    </ChartWithTable>
  );
}
