import { linkWith } from '@/lib/address';
import { Go } from '../link';
import classes from './frame.module.css';
import type { FrameProps } from './types';

/** Says which data is on screen where there could be doubt, and takes the sample away in one click. */
export function DatasetBanner(props: FrameProps & { dataset: 'own' | 'sample' }) {
  const { dataset, hasOwn, hasSample, here, removeSample } = props;
  if (dataset === 'own') {
    if (!hasSample) return null;
    return (
      <div className={classes.banner}>
        <span>You are looking at your own data.</span>
        <Go href={here.path.split('/').length > 2 ? '/?data=sample' : `${here.path}?data=sample`}>
          Show the sample month
        </Go>
      </div>
    );
  }
  return (
    <div className={classes.banner} data-sample>
      <span>
        <b>You are looking at the sample month.</b> It is made up, and never mixes with your own data.
      </span>
      <span className={classes.bannerActions}>
        {hasOwn ? (
          <Go href={linkWith({ ...here, path: '/' }, { data: 'own', pinned: false })}>Show your own data</Go>
        ) : null}
        <form action={removeSample}>
          <button type="submit" className={classes.textButton}>
            Remove it
          </button>
        </form>
      </span>
    </div>
  );
}
