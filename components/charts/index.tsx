'use client';

import dynamic from 'next/dynamic';
import classes from './charts.module.css';

/** Charts are loaded after the page; their place is kept, so that nothing moves when they come. */
function waiting(height: number) {
  return () => (
    <div className={`${classes.chart} ${classes.waiting}`} style={{ height }}>
      Drawing…
    </div>
  );
}

export type { CurvePoint } from './cap-curve';
export type { HistogramBar, HistogramSeries } from './histogram';
export type { DeployMark, KindsBucket } from './kinds-over-time';
export { Legend } from './parts';
export type { RiskBubble } from './risk-map';

export const KindsOverTime = dynamic(() => import('./kinds-over-time'), { ssr: false, loading: waiting(230) });
export const RiskMap = dynamic(() => import('./risk-map'), { ssr: false, loading: waiting(264) });
export const Histogram = dynamic(() => import('./histogram'), { ssr: false, loading: waiting(220) });
export const CapCurve = dynamic(() => import('./cap-curve'), { ssr: false, loading: waiting(200) });
