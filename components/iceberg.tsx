import { count, type IcebergFacts, icebergLayout, icebergWords } from '@/lib/format';
import classes from './iceberg.module.css';
import { KnownNumber } from './known';

interface IcebergProps extends IcebergFacts {
  size?: 'thin' | 'large';
}

/**
 * What the agent saw (solid) and did not see (hatched) under one scale, log beyond 100 rows; the end fades where the
 * size is not known; a tick where the limit stood and a dotted one where the contract claimed another number.
 */
export function Iceberg({ size = 'thin', ...facts }: IcebergProps) {
  const at = icebergLayout(facts);
  const words = icebergWords(facts);
  const bar = (
    <span className={`${classes.bar} ${classes[size]}`} role="img" aria-label={words} title={words}>
      <span className={classes.track} />
      {facts.seen !== 0 ? <span className={classes.seen} style={{ width: percent(at.seen) }} /> : null}
      {at.unseen > at.seen ? (
        <span className={classes.unseen} style={{ left: percent(at.seen), width: percent(at.unseen - at.seen) }} />
      ) : null}
      {at.fades ? <span className={classes.fade} style={{ left: percent(at.unseen), right: 0 }} /> : null}
      {at.limit !== null ? <span className={classes.tick} style={{ left: percent(at.limit) }} /> : null}
      {at.claimed !== null ? (
        <span className={`${classes.tick} ${classes.claimed}`} style={{ left: percent(at.claimed) }} />
      ) : null}
    </span>
  );
  if (size === 'thin') return bar;
  return (
    <div>
      {bar}
      <div className={classes.legend}>
        <span>
          <span className={classes.key}>
            <span className={classes.seen} style={{ width: '100%' }} />
          </span>
          seen <b>{facts.seen === null ? <KnownNumber known={{ kind: 'unknown' }} /> : count(facts.seen)}</b>
        </span>
        <span>
          <span className={classes.key}>
            <span className={classes.unseen} style={{ width: '100%' }} />
          </span>
          not seen{' '}
          <b>
            <KnownNumber known={facts.unseen} />
          </b>
        </span>
        {facts.limit != null ? (
          <span>
            <span className={classes.legendTick}>
              <span className={classes.tick} style={{ left: '50%' }} />
            </span>
            limit <b>{count(facts.limit)}</b>
          </span>
        ) : null}
        {facts.claimed != null ? (
          <span>
            <span className={classes.legendTick}>
              <span className={`${classes.tick} ${classes.claimed}`} style={{ left: '50%' }} />
            </span>
            the result claims <b>{count(facts.claimed)}</b>
          </span>
        ) : null}
        {at.logarithmic ? <span>scale: even to 100 rows, logarithmic beyond</span> : null}
      </div>
    </div>
  );
}

function percent(x: number): string {
  return `${(x * 100).toFixed(2)}%`;
}
