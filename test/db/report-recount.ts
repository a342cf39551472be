import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { report } from '@/db/questions/report';
import type { Store } from '@/db/store';

const ALL = { from: 0, to: 1e15, tools: [], accounts: [], segments: [], verdicts: [], caps: 'imposed' } as const;
const CAPPED = sql.raw(`imposed = 1 AND verdict IN ('flagged', 'silent', 'stale')`);

interface Counted {
  tool: string;
  calls: number;
  capped: number;
  flagged: number;
  silent: number;
  stale: number;
  recovered: number;
  asked: number;
  known: number;
  at_least: number;
  unknown: number;
  total: number;
  accounts: number;
}

/** The report's figures against plain counts over the calls. */
export async function expectReportEqualsRecount(store: Store): Promise<void> {
  const counted = await store.all<Counted>(sql`SELECT tool, count(*) AS calls,
      count(*) FILTER (WHERE ${CAPPED}) AS capped,
      count(*) FILTER (WHERE imposed = 1 AND verdict = 'flagged') AS flagged,
      count(*) FILTER (WHERE imposed = 1 AND verdict = 'silent') AS silent,
      count(*) FILTER (WHERE imposed = 1 AND verdict = 'stale') AS stale,
      count(*) FILTER (WHERE ${CAPPED} AND recovered) AS recovered,
      count(*) FILTER (WHERE NOT imposed AND verdict IN ('flagged', 'silent', 'stale')) AS asked,
      count(*) FILTER (WHERE ${CAPPED} AND NOT recovered AND unseen_kind IN ('none', 'exact')) AS known,
      count(*) FILTER (WHERE ${CAPPED} AND NOT recovered AND unseen_kind = 'at_least') AS at_least,
      count(*) FILTER (WHERE ${CAPPED} AND NOT recovered AND unseen_kind = 'unknown') AS unknown,
      coalesce(sum(unseen_rows) FILTER (WHERE ${CAPPED} AND NOT recovered AND unseen_kind = 'exact'), 0) AS total,
      count(DISTINCT account) FILTER (WHERE ${CAPPED} AND NOT recovered AND account <> '') AS accounts
    FROM calls GROUP BY tool ORDER BY tool`);
  const { tools, matched, returned } = await report(store, ALL);
  const told = tools
    .map(({ unseen, exposure: _, share, ...rest }) => {
      expect(share).toBe(rest.capped / rest.calls);
      return { ...rest, known: unseen.known, at_least: unseen.at_least, unknown: unseen.unknown, total: unseen.total };
    })
    .sort((a, b) => (a.tool < b.tool ? -1 : 1));
  expect(told).toEqual(counted);
  expect([matched, returned]).toEqual([counted.length, counted.length]);
}
