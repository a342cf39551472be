import type { Here } from '@/lib/address';
import { queryOf } from '@/lib/address';
import { Icon } from '../icons';
import classes from './frame.module.css';

/** Search over calls; a plain form, so it works before any script has run. The slice goes along. */
export function Search({ here }: { here: Here }) {
  const { view } = here;
  const kept = new URLSearchParams(
    queryOf(
      { ...view, q: '', sort: null, dir: 'desc', cols: null, cursor: null, rows: null, unseen: null },
      view.pinned,
    ),
  );
  return (
    <search className={classes.searchPlace}>
      <form action="/calls" className={classes.search}>
        <Icon name="search" size={14} />
        <input
          id="search"
          type="search"
          name="q"
          key={view.q}
          defaultValue={view.q}
          placeholder="Search calls: id, session, argument"
          aria-label="Search calls by id, session or argument"
          autoComplete="off"
        />
        <span className={classes.searchKey} aria-hidden="true">
          /
        </span>
        {[...kept].map(([key, value]) => (
          <input key={`${key}=${value}`} type="hidden" name={key} value={value} />
        ))}
      </form>
    </search>
  );
}
