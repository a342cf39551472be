import type { ReactNode } from 'react';
import { DatasetBanner } from './dataset-banner';
import { Filters } from './filters';
import classes from './frame.module.css';
import { Freshness } from './freshness';
import { HelpButton } from './keys';
import { RangePicker } from './range-picker';
import { Search } from './search';
import { ThemeSwitch } from './theme-switch';
import type { FrameProps } from './types';
import { ZoneCookie } from './zone-cookie';

interface ScreenProps extends FrameProps {
  title: string;
  /** A line above the title: where this page hangs (`<Go href=…>Tools</Go>`). */
  above?: ReactNode;
  /** Beside the title: a mark, a state. */
  beside?: ReactNode;
  children: ReactNode;
}

/** One screen: top bar with time and freshness, which data, title, filters, then the page. */
export function Screen({ title, above, beside, children, ...frame }: ScreenProps) {
  const { here, zone, zoneKnown, now, span, dataset } = frame;
  return (
    <>
      <ZoneCookie zone={zone} known={zoneKnown} remember={frame.rememberZone} />
      <header className={classes.bar}>
        <Search here={here} />
        <div className={classes.barEnd}>
          {span ? <RangePicker here={here} span={span} zone={zone} deploys={frame.choices.deploys} /> : null}
          <Freshness
            now={now}
            zone={zone}
            zoneKnown={zoneKnown}
            arriving={frame.arriving}
            pinned={here.view.pinned}
            empty={dataset === null}
          />
          <ThemeSwitch />
          <HelpButton />
        </div>
      </header>
      <main className={classes.main} id="main">
        {dataset ? <DatasetBanner {...frame} dataset={dataset} /> : null}
        <div className={classes.titleRow}>
          <div>
            {above ? <div className={classes.above}>{above}</div> : null}
            <div className={classes.title}>
              <h1>{title}</h1>
              {beside}
            </div>
          </div>
          {dataset ? <Filters here={here} filters={frame.filters} choices={frame.choices} /> : null}
        </div>
        {here.view.problems.length > 0 ? (
          <div className={classes.problems} role="status">
            {here.view.problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </div>
        ) : null}
        {children}
      </main>
    </>
  );
}
