import { Histogram, type HistogramBar, Legend } from '@/components/charts';
import { Go } from '@/components/link';
import { ChartWithTable, Panel } from '@/components/states';
import type { ToolFigures } from '@/db/questions/overview';
import { type Here, linkTo } from '@/lib/address';
import { count, knownText, plural } from '@/lib/format';
import { doublingBins } from '@/lib/stats/histogram';
import type { UnseenBar } from '@/lib/stats/types';
import { CAPPED } from '@/lib/verdict/types';
import { medianOf } from '../../overview/headline';

interface UnseenProps {
  tool: ToolFigures;
  histogram: readonly UnseenBar[];
  here: Here;
}

/** Rows unseen in the capped calls left, on a doubling scale, with the median as the range that it can lie in. */
export function UnseenRows({ tool, histogram, here }: UnseenProps) {
  const placed = histogram.filter((b) => b.rows !== null && b.kind !== 'unknown');
  const bins = doublingBins(placed.map((b) => ({ value: b.rows ?? 0, calls: b.calls })));
  const bars = bins.map((bin): HistogramBar => {
    const inside = placed.filter((b) => (b.rows ?? 0) >= bin.from && (b.rows ?? 0) <= bin.to);
    const sum = (bound: boolean) =>
      inside.reduce((total, b) => total + ((b.kind === 'at_least') === bound ? b.calls : 0), 0);
    return {
      label: bin.from === bin.to ? count(bin.from) : `${count(bin.from)}–${count(bin.to)}`,
      parts: { exact: sum(false), bound: sum(true) },
      href: linkTo(here, '/calls', { tools: [tool.tool], verdicts: [...CAPPED], unseen: [bin.from, bin.to] }),
    };
  });
  const median = medianOf(tool);
  const labelOf = (rows: number) => bars[bins.findIndex((b) => b.from <= rows && rows <= b.to)]?.label;
  const low = median.kind === 'exact' ? median.value : median.kind === 'unknown' ? null : median.low;
  const high = median.kind === 'exact' ? median.value : median.kind === 'interval' ? median.high : null;
  const lowLabel = low === null ? undefined : labelOf(Math.floor(low));
  const highLabel = high === null ? bars.at(-1)?.label : (labelOf(Math.floor(high)) ?? bars.at(-1)?.label);
  const { unknown, at_least } = tool.unseen;
  if (bars.length === 0) {
    return (
      <Panel title="Rows unseen" id="unseen">
        <p className="dim">
          {tool.left === 0
            ? 'No capped call is left, so nothing stayed unseen.'
            : `How many rows stayed unseen is unknown for all ${plural(tool.left, 'capped call')} left. A census, a declared total or a finished walk would tell.`}
        </p>
      </Panel>
    );
  }
  const apart = unknown > 0 ? `; ${plural(unknown, 'call')} of which nothing is known cannot be drawn` : '';
  return (
    <ChartWithTable
      title="Rows unseen"
      id="unseen"
      note={`capped calls left, columns double in width${apart}`}
      table={{
        head: ['Rows unseen', 'Calls, exactly known', 'Calls, at least so many'],
        rows: [
          ...bars.map((b) => [
            <Go key="rows" href={b.href ?? '#'}>
              {b.label}
            </Go>,
            count(b.parts.exact ?? 0),
            count(b.parts.bound ?? 0),
          ]),
          ['unknown', count(unknown), ''],
        ],
      }}
    >
      <Legend
        items={[
          { fill: 'var(--cw-seen)', word: 'exactly known' },
          ...(at_least > 0 ? [{ fill: 'var(--cw-flagged)', word: 'at least so many' }] : []),
        ]}
      />
      <Histogram
        bars={bars}
        series={[
          { key: 'exact', word: 'exactly known', fill: 'var(--cw-seen)' },
          { key: 'bound', word: 'at least', fill: 'flagged' },
        ]}
        unit="rows unseen"
        median={lowLabel && highLabel ? { low: lowLabel, high: highLabel, says: `median ${knownText(median)}` } : null}
        words={`Rows unseen in ${plural(tool.left, 'capped call')} left; median ${knownText(median)}.`}
      />
    </ChartWithTable>
  );
}
