import { sql } from 'drizzle-orm';
import { keyOf } from '@/lib/session';
import type { Lesson } from '@/lib/session/types';
import type { Store } from '../store';

/** What the calls of one contract have shown, and what judgement takes from it. */
export interface ShownHistory {
  /** Pages of calls that state no limit: rows → calls, largest page first. At most 12 of `pages` are listed. */
  served: { present: number; calls: number }[];
  pages: number;
  /** Calls whose declared total exceeded the page; moved with the limit; "no more" on full pages, and how often wrong. */
  exceeded: number;
  moved: number;
  noMoreFull: number;
  noMoreWrong: number;
  lesson: Lesson | null;
}

const LISTED = 12;

export async function toolHistory(store: Store, tool: string, dialect: string | null): Promise<ShownHistory> {
  const contract = keyOf(tool, dialect);
  const [rows, totals, lesson] = await Promise.all([
    store.all<{ present: number; calls: number }>(
      sql`SELECT present, calls FROM tool_history WHERE contract = ${contract} AND mark = 'served'
        ORDER BY present DESC LIMIT ${LISTED}`,
    ),
    store.all<{ mark: string; n: number; calls: number }>(
      sql`SELECT mark, count(*) AS n, sum(calls) AS calls FROM tool_history WHERE contract = ${contract} GROUP BY mark`,
    ),
    store.get<{ lesson: string }>(sql`SELECT lesson FROM lessons WHERE contract = ${contract}`),
  ]);
  const sumOf = (mark: string) => totals.find((one) => one.mark === mark)?.calls ?? 0;
  return {
    served: rows,
    pages: totals.find((one) => one.mark === 'served')?.n ?? 0,
    exceeded: sumOf('exceeded'),
    moved: sumOf('moved'),
    noMoreFull: sumOf('noMoreFull'),
    noMoreWrong: sumOf('noMoreWrong'),
    lesson: lesson === undefined ? null : (JSON.parse(lesson.lesson) as Lesson),
  };
}
