import { assumedHigh, boundsKnown } from '@/lib/caps/known';
import type { Bounds } from '@/lib/caps/types';
import { count } from '@/lib/format';
import { KnownNumber } from './known';
import classes from './known.module.css';

interface BoundsNumberProps {
  bounds: Bounds;
  unit?: string;
  write?: (n: number) => string;
}

/** A number between proven bounds, drawn as the range it is; what is only assumed stands below it and says so. */
export function BoundsNumber({ bounds, unit, write = count }: BoundsNumberProps) {
  const assumed = assumedHigh(bounds);
  return (
    <>
      <KnownNumber known={boundsKnown(bounds)} unit={unit} write={write} />
      {assumed === null ? null : (
        <span
          className={`${classes.of} ${classes.line}`}
          title="An assumption: each unknown set is as large as the largest that is known of its account and query shape"
        >
          <i>assumed ≤ {write(assumed)}</i>
        </span>
      )}
    </>
  );
}
