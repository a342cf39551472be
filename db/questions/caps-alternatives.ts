import { type SQL, sql } from 'drizzle-orm';
import { type AnswerAfter, aggregating } from '@/lib/caps/alternatives/aggregate';
import { declaring } from '@/lib/caps/alternatives/declare';
import { fewValues, filtering } from '@/lib/caps/alternatives/filter';
import { pagingOn, type Walk } from '@/lib/caps/alternatives/page-on';
import type { Alternatives } from '@/lib/caps/alternatives/say';
import type { Reading } from '@/lib/contract';
import { valueAt } from '@/lib/json';
import { openDoc, resolve } from '@/lib/payload/document';
import { CAPPED } from '@/lib/verdict/types';
import type { Filter } from '../filter';
import type { Store } from '../store';
import { every, list, wholeHours } from './calls-where';

/** Calls and payloads looked at, at most: the newest. */
const MOST = { calls: 500, pages: 20, walks: 50 } as const;

interface Sampled {
  id: string;
  ts: number;
  session: string;
  args: string;
  reading: string;
  present: number | null;
  cap: number | null;
}

/** What else could be done than raise the cap, each measured on the newest calls of the slice under an imposed cap. */
export async function alternatives(store: Store, filter: Filter, tool: string): Promise<Alternatives> {
  const { countTokens, ENCODING } = await import('@/lib/tokens');
  const where = sliceOf(filter, tool);
  const capped = await newest(store, sql`${where} AND r.imposed = 1 AND r.verdict IN ${list(CAPPED)}`);
  const complete = await newest(store, sql`${where} AND r.verdict = 'complete'`);
  const sizes = await sizesLeft(store, where);
  const known = sizes.filter((s) => s.exact === 1 && s.cap !== null && s.cap > 0);
  const left = sizes.reduce((n, s) => n + s.calls, 0);
  const all = await store.get<{ n: number }>(
    sql`SELECT count(*) AS n FROM ${callsOf()} WHERE ${where} AND r.imposed = 1 AND r.verdict IN ${list(CAPPED)}`,
  );
  const returned = capped[0]?.present ?? 0;
  const readings = capped.map((c) => ({ reading: JSON.parse(c.reading) as Reading, limit: null, dialect: null }));
  const matched = known.reduce((most, s) => Math.max(most, s.size), returned);
  const { rows, pages } = await rowsOf(store, capped);
  return {
    capped: all?.n ?? 0,
    declare: declaring(readings, { matched, returned }, countTokens),
    filter: {
      ...filtering(
        complete.map((c) => c.args),
        capped.map((c) => c.args),
      ),
      fields: fewValues(rows),
      pages,
    },
    aggregate: aggregating(await Promise.all(capped.map((c) => answerAfter(store, c)))),
    pageOn: pagingOn(
      await finishedWalks(store, where, countTokens),
      known.map(({ size, cap, calls }) => ({ size, cap: cap ?? 1, calls })),
      left,
    ),
    encoding: ENCODING,
  };
}

function callsOf(): SQL {
  return sql`calls r LEFT JOIN accounts a ON a.id = r.account`;
}

function sliceOf(filter: Filter, tool: string): SQL {
  const { from, to } = wholeHours(filter);
  const where = [sql`r.tool = ${tool} AND r.ts >= ${from} AND r.ts < ${to}`];
  if (filter.accounts.length > 0) where.push(sql`r.account IN ${list(filter.accounts)}`);
  if (filter.segments.length > 0)
    where.push(sql`r.account <> '' AND coalesce(a.segment, '') IN ${list(filter.segments)}`);
  return every(where);
}

function newest(store: Store, where: SQL): Promise<Sampled[]> {
  return store.all<Sampled>(sql`SELECT r.id, r.ts, r.session, r.args, r.reading, r.present, r.limit_value AS cap
    FROM ${callsOf()} WHERE ${where} ORDER BY r.ts DESC, r.seq DESC LIMIT ${MOST.calls}`);
}

/** Capped calls left by set size: from this page on, present and unseen rows. */
function sizesLeft(store: Store, where: SQL) {
  return store.all<{ size: number; cap: number | null; exact: number; calls: number }>(
    sql`SELECT coalesce(r.present, 0) + coalesce(r.unseen_rows, 0) AS size, coalesce(r.limit_value, r.present) AS cap,
        r.unseen_kind IN ('exact', 'none') AND r.present IS NOT NULL AS exact, count(*) AS calls
      FROM ${callsOf()} WHERE ${where} AND r.imposed = 1 AND r.recovered = 0 AND r.verdict IN ${list(CAPPED)}
      GROUP BY 1, 2, 3`,
  );
}

/** The first answer of the call's session from its time on; null where the log holds none. */
async function answerAfter(store: Store, call: Sampled): Promise<AnswerAfter | null> {
  const found = await store.get<AnswerAfter>(sql`SELECT question, text FROM answers
    WHERE session = ${call.session} AND ts >= ${call.ts} ORDER BY ts, seq LIMIT 1`);
  return found ?? null;
}

async function rowsOf(store: Store, capped: readonly Sampled[]): Promise<{ rows: unknown[]; pages: number }> {
  const rows: unknown[] = [];
  let pages = 0;
  for (const { id, reading } of capped.slice(0, MOST.pages)) {
    const { rowsPath } = JSON.parse(reading) as Reading;
    const text = rowsPath === null ? null : ((await store.payload(id, 'sent')) ?? (await store.payload(id, 'result')));
    if (rowsPath === null || text === null) continue;
    const root = /^[^.[]*/.exec(rowsPath)?.[0] ?? 'result';
    const place = resolve(openDoc(text), rowsPath, root);
    const value = place && valueAt(place.text, place.node);
    if (!Array.isArray(value)) continue;
    pages++;
    rows.push(...value);
  }
  return { rows, pages };
}

interface WalkPages {
  session: string;
  query: string;
  recovered: number;
}

/** Walks with recovered calls, newest first: the pages of one query in one session. */
async function finishedWalks(store: Store, where: SQL, countTokens: (text: string) => number): Promise<Walk[]> {
  const found = await store.all<WalkPages>(sql`SELECT r.session, r.query, count(*) AS recovered FROM ${callsOf()}
    WHERE ${where} AND r.imposed = 1 AND r.recovered = 1 AND r.verdict IN ${list(CAPPED)}
    GROUP BY r.session, r.query ORDER BY max(r.ts) DESC LIMIT ${MOST.walks}`);
  const walks: Walk[] = [];
  for (const { session, query, recovered } of found) {
    const pages = await store.all<{ id: string; ts: number; known: number; ms: number | null }>(
      sql`SELECT id, ts, ts_known AS known, duration_ms AS ms FROM calls
        WHERE query = ${query} AND session = ${session} ORDER BY ts, seq`,
    );
    walks.push({
      pages: pages.length,
      recovered,
      tokens: await tokensOf(
        store,
        pages.slice(1).map((page) => page.id),
        countTokens,
      ),
      seconds: secondsOf(pages),
    });
  }
  return walks;
}

async function tokensOf(store: Store, ids: string[], countTokens: (text: string) => number): Promise<number | null> {
  let tokens = 0;
  for (const id of ids) {
    const text = (await store.payload(id, 'sent')) ?? (await store.payload(id, 'result'));
    if (text === null) return null;
    tokens += countTokens(text);
  }
  return tokens;
}

/** From the end of the first page to the end of the last. */
function secondsOf(pages: readonly { ts: number; known: number; ms: number | null }[]): number | null {
  const [first, last] = [pages[0], pages.at(-1)];
  if (!first || !last || pages.some((page) => page.known === 0)) return null;
  return (last.ts + (last.ms ?? 0) - first.ts - (first.ms ?? 0)) / 1000;
}
