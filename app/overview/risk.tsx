import { RiskMap } from '@/components/charts';
import { KnownNumber, Share } from '@/components/known';
import { Go } from '@/components/link';
import { ChartWithTable } from '@/components/states';
import type { ToolFigures } from '@/db/questions/overview';
import { capsPath, type Here, linkTo, toolPath } from '@/lib/address';
import { plural, share } from '@/lib/format';
import { medianOf } from './headline';
import classes from './overview.module.css';

const MOST = 40;

/** Each tool that was capped as a bubble: how often, how much, whose revenue. */
export function Risk({ tools, here }: { tools: readonly ToolFigures[]; here: Here }) {
  const capped = tools.filter((t) => t.left > 0).toSorted((a, b) => b.left - a.left);
  const drawn = capped.slice(0, MOST);
  const bubbles = drawn.map((t) => ({
    tool: t.tool,
    calls: t.calls,
    capped: t.left,
    median: medianOf(t),
    exposure: t.hits.exposure.share,
    product: t.product,
    href: linkTo(here, toolPath(t.tool), { tools: [] }),
  }));
  const rest = capped.length - drawn.length;
  return (
    <ChartWithTable
      title="Risk map"
      note={
        rest > 0
          ? `${MOST} of ${capped.length} capped tools, most calls left first`
          : 'size: exposure; dotted: equal product'
      }
      table={{
        head: ['Tool', 'Share left', 'Median unseen', 'Exposure', 'Calls left × median', 'Another cap'],
        rows: drawn.map((t) => [
          <Go key="tool" href={linkTo(here, toolPath(t.tool), { tools: [] })}>
            {t.tool}
          </Go>,
          <Share key="share" part={t.left} whole={t.calls} />,
          <KnownNumber key="median" known={medianOf(t)} />,
          t.hits.exposure.share === null ? 'unknown' : share(t.hits.exposure.share),
          <KnownNumber key="product" known={t.product} />,
          <Go key="caps" href={linkTo(here, capsPath(t.tool), { tools: [], caps: 'imposed' })}>
            weigh<span className="visually-hidden"> caps of {t.tool}</span>
          </Go>,
        ]),
      }}
    >
      {drawn.length > 0 ? (
        <RiskMap
          bubbles={bubbles}
          words={`Risk map of ${plural(drawn.length, 'capped tool')}; the table behind it says the same.`}
        />
      ) : (
        <p className={classes.nothing}>No tool has capped calls left in this time range.</p>
      )}
    </ChartWithTable>
  );
}
