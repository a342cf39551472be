import { type SQL, sql } from 'drizzle-orm';
import type { Filter } from '../filter';
import type { Store } from '../store';
import { dataSpan } from './data-span';

/** A version of a tool that had another before was first seen. */
export interface Deploy {
  tool: string;
  version: string;
  /** Epoch ms, UTC. */
  at: number;
}

/** What the frame around every screen offers: the span of the data, and names to filter by. */
export interface FrameFacts {
  /** First and last call, and the last 30 days that hold any, epoch ms; null when there is none. */
  span: { from: number; to: number; recent: { from: number; to: number } | null } | null;
  /** A worker is there that takes in data now. */
  watched: boolean;
  tools: string[];
  segments: string[];
  /** The newest deploys first: when a version of a tool that had another before was first seen. */
  deploys: Deploy[];
  /** The worker's status as it wrote it, and when; null when no worker ever did. */
  worker: { value: string; at: number } | null;
}

const MOST = 200;
/** Tools are called at different times after one deploy. */
const EVENT = 24 * 3_600_000;

/** Looks names up by index, so that it costs the same at any size. */
export async function frameFacts(store: Store, now: number): Promise<FrameFacts> {
  const span = await dataSpan(store, now);
  const tools = await store.all<{ tool: string }>(
    sql`with recursive t(tool) as (
        select min(tool) from calls
        union all select (select min(c.tool) from calls c where c.tool > t.tool) from t where t.tool is not null
      ) select tool from t where tool is not null limit ${MOST}`,
  );
  const segments = await store.all<{ segment: string }>(
    sql`select segment from accounts where segment is not null group by segment order by max(revenue) desc limit ${MOST}`,
  );
  const worker = await store.get<{ value: string; at: number }>(sql`select value, at from meta where key = 'worker'`);
  return {
    span: span.first !== null && span.last !== null ? { from: span.first, to: span.last, recent: span.recent } : null,
    watched: span.arriving,
    tools: tools.map((t) => t.tool),
    segments: segments.map((s) => s.segment),
    deploys: await deploys(store, sql`1`, 40),
    worker: worker ?? null,
  };
}

/** First sightings of versions, newest first, without each tool's first version: that is no change. */
async function deploys(store: Store, condition: SQL, limit: number): Promise<Deploy[]> {
  return store.all<Deploy>(
    sql`select v.tool, v.version, v.first_ts as at from versions v
      where v.first_ts > (select min(o.first_ts) from versions o where o.tool = v.tool) and ${condition}
      order by v.first_ts desc, v.tool limit ${limit}`,
  );
}

/** Deploys within a filter's range and tools, oldest first; the newest 100 where there are more. */
export async function deploysIn(store: Store, filter: Pick<Filter, 'from' | 'to' | 'tools'>): Promise<Deploy[]> {
  const which = filter.tools.length > 0 ? sql`and v.tool in ${[...filter.tools]}` : sql``;
  const found = await deploys(store, sql`v.first_ts >= ${filter.from} and v.first_ts < ${filter.to} ${which}`, 100);
  return found.reverse();
}

/** Deploys of one version that was first seen in several tools within a day: one event. */
export interface DeployEvent {
  version: string;
  tools: string[];
  at: number;
}

/** Groups deploys into events; `at` is the first sighting. */
export function deployEvents(deploys: readonly Deploy[]): DeployEvent[] {
  const events: DeployEvent[] = [];
  for (const d of deploys.toSorted((a, b) => a.at - b.at)) {
    const same = events.find((e) => e.version === d.version && d.at - e.at < EVENT);
    if (same) same.tools.push(d.tool);
    else events.push({ version: d.version, tools: [d.tool], at: d.at });
  }
  return events;
}
