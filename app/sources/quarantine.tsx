import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import { quarantine } from '@/db/questions/quarantine';
import type { SourceRow } from '@/db/questions/sources';
import type { Store } from '@/db/store';
import { bytes, count, plural, timeText } from '@/lib/format';
import classes from './sources.module.css';

interface QuarantineProps {
  store: Store;
  source: SourceRow;
  open: boolean;
  cursor: string | null;
  here: { path: string; query: string };
  zone: string;
}

/** What of a source could not be read: where, why, and its first bytes as text. Unfolded by the address. */
export async function Quarantine({ store, source, open, cursor, here, zone }: QuarantineProps) {
  if (source.quarantined === 0) return <p className="dim">Nothing of it is in quarantine.</p>;
  const link = (more: string) =>
    `${here.path}${here.query === '' ? '?' : `${here.query}&`}quarantine=${source.id}${more}#source-${source.id}`;
  if (!open)
    return (
      <p>
        <Go href={link('')}>{plural(source.quarantined, 'unit')} in quarantine, with reasons</Go>
      </p>
    );
  const page = await quarantine(store, source.id, { cursor });
  return (
    <section className={classes.quarantine} aria-label={`Quarantine of ${source.path}`}>
      <header>
        <b>In quarantine</b>
        <span className="dim">
          Showing {count(page.returned)} of {plural(page.matched ?? 0, 'unit')}, {page.order}
        </span>
        <Go href={`${here.path}${here.query}#source-${source.id}`}>Fold</Go>
        <a href={`/api/quarantine${here.query === '' ? '?' : `${here.query}&`}source=${source.id}`}>JSON</a>
      </header>
      <ol>
        {page.rows.map((row) => (
          <li key={row.id}>
            <p>
              <b>
                <Visible text={row.reason} />
              </b>{' '}
              <span className="dim">
                at byte {count(row.offset)}, {bytes(row.length)} long, met {timeText(row.at, zone)}
              </span>
            </p>
            <pre>
              <Visible text={row.text} />
              {row.length > row.shown ? <span className="dim"> … {bytes(row.length - row.shown)} more</span> : null}
            </pre>
          </li>
        ))}
      </ol>
      {page.next ? <Go href={link(`&cursor=${page.next}`)}>The next {count(20)}</Go> : null}
    </section>
  );
}
