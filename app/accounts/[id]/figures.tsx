import type { ReactNode } from 'react';
import { KnownNumber, Share } from '@/components/known';
import { Visible } from '@/components/payload/visible';
import type { AccountReport } from '@/db/questions/account';
import type { Here } from '@/lib/address';
import { count, dayText, medianKnown, money, plural, share } from '@/lib/format';
import classes from '../accounts.module.css';

/** The account in figures; each says what it is a part of. */
export function AccountFigures({ report, zone }: { report: AccountReport; here: Here; zone: string }) {
  const { facts, unseen, kinds } = report;
  const known = unseen.exact + unseen.atLeast;
  return (
    <dl className={classes.figures}>
      <Figure name="revenue a year">
        {facts.revenue === null ? <KnownNumber known={{ kind: 'unknown' }} /> : money(facts.revenue, facts.currency)}
        <small>
          {facts.segment === null ? (
            'segment unknown'
          ) : (
            <>
              <Visible text={facts.segment} />
              {facts.segmentGiven ? '' : ' (by revenue)'}
            </>
          )}
          {report.exposure.kind === 'exact' ? `, ${share(report.exposure.value)} of all revenue` : ''}
        </small>
      </Figure>
      <Figure name="capped calls left">
        {count(report.left)}
        <small>
          <Share part={report.left} whole={report.calls} noun="calls" show="beside" />
        </small>
      </Figure>
      <Figure name="by kind">
        {count(report.capped)} capped
        <small>
          {count(kinds.flagged ?? 0)} flagged, {count(kinds.silent ?? 0)} silent, {count(kinds.stale ?? 0)} stale;{' '}
          {count(report.recovered)} recovered
        </small>
      </Figure>
      <Figure name="unseen rows">
        <KnownNumber known={unseen.total} />
        <small>
          {report.left === 0 ? 'no capped call left' : `known for ${count(known)} of ${plural(report.left, 'call')}`}
        </small>
      </Figure>
      <Figure name="median unseen">
        <KnownNumber known={report.left === 0 ? { kind: 'unknown' } : medianKnown(report.median)} />
        <small>{report.left === 0 ? 'no capped call left' : 'rows per capped call left'}</small>
      </Figure>
      <Figure name="last seen">
        {facts.lastSeen === null ? 'never' : dayText(facts.lastSeen, zone)}
        <small>{facts.firstSeen === null ? '' : `first seen ${dayText(facts.firstSeen, zone)}`}</small>
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
