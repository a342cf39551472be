/** March 2026 in UTC: which days people work, when in the day, and what was deployed when. */

import type { Random } from './random';

export const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Days since the epoch of an ISO date. */
export function dayOf(iso: string): number {
  return Math.floor(Date.parse(iso) / DAY);
}

const isoDays = new Map<number, string>();

/** `2026-03-13` of a day number. */
export function isoDay(day: number): string {
  let text = isoDays.get(day);
  if (text === undefined) {
    text = new Date(day * DAY).toISOString().slice(0, 10);
    isoDays.set(day, text);
  }
  return text;
}

/** `2026-03-13T16:05:00Z`: whole seconds, as the tools write times. */
export function isoTime(ts: number): string {
  const day = Math.floor(ts / DAY);
  const second = Math.floor((ts - day * DAY) / 1_000);
  return `${isoDay(day)}T${two(Math.floor(second / 3_600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}Z`;
}

const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`);

/** 0 is Sunday. */
export function weekday(day: number): number {
  return (day + 4) % 7;
}

export const FIRST_DAY = dayOf('2026-03-01');
export const LAST_DAY = dayOf('2026-03-31');

export interface WorkDay {
  day: number;
  /** Share of the month's work that falls on this day, relative to a weekday. */
  weight: number;
}

/** Weekends carry a sixth and a tenth of a weekday's calls; the month's end is busier in billing. */
export function workDays(): WorkDay[] {
  const days: WorkDay[] = [];
  for (let day = FIRST_DAY; day <= LAST_DAY; day += 1) {
    const name = weekday(day);
    const base = name === 6 ? 0.16 : name === 0 ? 0.1 : 1;
    const closing = day > LAST_DAY - 2 || day < FIRST_DAY + 3 ? 1.2 : 1;
    days.push({ day, weight: base * closing });
  }
  return days;
}

/** A moment of this day within office hours (06:30 to 19:30 UTC, humps before and after lunch). */
export function officeTime(day: number, random: Random): number {
  const hump = random.chance(0.52) ? 9.6 : 14.4;
  const hour = Math.min(19.5, Math.max(6.5, hump + random.normal() * 1.7));
  return day * DAY + Math.floor(hour * HOUR) + random.int(60_000);
}

/** The deploy that brought both the payments outage and the harness guard. */
export const DEPLOY_4471 = Date.parse('2026-03-13T16:05:00Z');

/** On-call weeks are handed over on Fridays at this hour (UTC). */
export const HANDOVER_HOUR = 17;

const VERSIONS: Record<string, readonly (readonly [from: string, version: string])[]> = {
  billing: [
    ['2026-01-19T09:00:00Z', 'billing-tools 2.14.1'],
    ['2026-03-18T10:30:00Z', 'billing-tools 2.15.0'],
  ],
  incidents: [
    ['2026-02-24T13:00:00Z', 'deploy 4398'],
    ['2026-03-05T14:20:00Z', 'deploy 4436'],
    ['2026-03-13T16:05:00Z', 'deploy 4471'],
    ['2026-03-24T11:10:00Z', 'deploy 4502'],
  ],
  files: [
    ['2026-02-02T08:00:00Z', 'files 0.20.4'],
    ['2026-03-10T08:00:00Z', 'files 0.21.0'],
  ],
};

export type ToolFamily = 'billing' | 'incidents' | 'files';

const timeline = new Map<string, { from: number; version: string }[]>(
  Object.entries(VERSIONS).map(([family, list]) => [
    family,
    list.map(([from, version]) => ({ from: Date.parse(from), version })),
  ]),
);

/** The version of a family of tools that served a call at this time. */
export function versionAt(family: ToolFamily, ts: number): string {
  const list = timeline.get(family) ?? [];
  let version = list[0]?.version ?? '';
  for (const step of list) if (step.from <= ts) version = step.version;
  return version;
}
