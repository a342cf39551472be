import { Histogram, type HistogramBar, Legend } from '@/components/charts';
import { Go } from '@/components/link';
import { ChartWithTable, Panel } from '@/components/states';
import type { ToolRows } from '@/db/questions/tool-rows';
import { type Here, linkTo } from '@/lib/address';
import { count, plural, share } from '@/lib/format';
import { linearBins } from '@/lib/stats/histogram';

const KINDS = ['stale', 'silent', 'flagged'] as const;
const FILL_WORDS = { stale: 'stale (hatched)', silent: 'silent (dotted)', flagged: 'flagged (plain)' };
const OTHER = 'var(--cw-line-strong)';

interface RowsProps {
  tool: string;
  rows: ToolRows;
  /** The limit that most calls show. */
  limit: number | null;
  /** The view narrows by account, which this histogram cannot. */
  allAccounts: boolean;
  here: Here;
}

/** Rows returned: where a cap stands, calls pile up. A bar opens its calls. */
export function Rows({ tool, rows, limit, allAccounts, here }: RowsProps) {
  const bins = linearBins(
    rows.tallies.map((t) => ({ value: t.present, calls: t.calls })),
    60,
  );
  const bars = bins.map((bin): HistogramBar => {
    const inside = rows.tallies.filter((t) => t.present >= bin.from && t.present <= bin.to);
    const sum = (key: 'capped' | 'flagged' | 'silent' | 'stale') => inside.reduce((total, t) => total + t[key], 0);
    return {
      label: bin.from === bin.to ? count(bin.from) : `${count(bin.from)}–${count(bin.to)}`,
      parts: {
        stale: sum('stale'),
        silent: sum('silent'),
        flagged: sum('flagged'),
        other: bin.calls - sum('capped'),
      },
      href: linkTo(here, '/calls', { tools: [tool], rows: [bin.from, bin.to] }),
    };
  });
  if (bins.length === 0) {
    return (
      <Panel title="Rows returned">
        <p className="dim">None of these results has rows to count: {plural(rows.uncounted, 'call')}.</p>
      </Panel>
    );
  }
  const kinds = KINDS.filter((k) => rows.tallies.some((t) => t[k] > 0));
  const series = [
    ...kinds.map((k) => ({ key: k, word: k, fill: k, colour: `var(--cw-${k})`, words: FILL_WORDS[k] })),
    { key: 'other', word: 'not capped', fill: OTHER, colour: OTHER, words: 'not capped' },
  ];
  const spike = rows.tallies.toSorted((a, b) => b.capped - a.capped)[0];
  const cap = limit ?? (spike && spike.capped > 0 ? spike.present : null);
  const at = cap === null ? -1 : bins.findIndex((b) => b.from <= cap && cap <= b.to);
  const notes = [
    allAccounts ? 'all accounts together' : '',
    rows.uncounted > 0 ? `${plural(rows.uncounted, 'call')} without rows to count left out` : '',
  ];
  const words =
    spike && spike.capped > 0
      ? `Most capped calls returned ${plural(spike.present, 'row')}: ${count(spike.capped)} of them.`
      : 'No capped calls.';
  return (
    <ChartWithTable
      title="Rows returned"
      note={notes.filter(Boolean).join('; ') || 'calls by the number of rows in their result'}
      table={{
        head: ['Rows', 'Calls', 'Capped', 'Share capped'],
        rows: bars
          .map((b) => ({ ...b, all: Object.values(b.parts).reduce((total, n) => total + n, 0) }))
          .filter((b) => b.all > 0)
          .map(({ all, ...b }) => {
            const capped = all - (b.parts.other ?? 0);
            return [
              <Go key="rows" href={b.href ?? '#'}>
                {b.label}
              </Go>,
              count(all),
              count(capped),
              share(capped / all),
            ];
          }),
      }}
    >
      <Legend items={series.map((x) => ({ fill: x.colour, word: x.words }))} />
      <Histogram
        bars={bars}
        series={series}
        unit="rows returned"
        cap={
          at >= 0 && cap !== null
            ? { at: bars[at]?.label ?? '', says: limit === null ? `most capped: ${count(cap)}` : `limit ${count(cap)}` }
            : null
        }
        words={words}
      />
    </ChartWithTable>
  );
}
