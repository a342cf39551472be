export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** The zone when it is a name that this runtime knows, else UTC. */
export function knownZone(zone: string | undefined | null): string {
  if (!zone || zone.length > 64) return 'UTC';
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: zone });
    return zone;
  } catch {
    return 'UTC';
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string, options: Intl.DateTimeFormatOptions, key: string): Intl.DateTimeFormat {
  const id = `${zone} ${key}`;
  let found = formatters.get(id);
  if (!found) {
    found = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...options });
    formatters.set(id, found);
  }
  return found;
}

export interface Clock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** What a clock on the wall of `zone` shows at the instant `ms`. */
export function clockAt(ms: number, zone: string): Clock {
  const parts = formatter(
    zone,
    { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    'clock',
  ).formatToParts(ms);
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((p) => p.type === type)?.value ?? 0);
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
    second: read('second'),
  };
}

/** The instant at which a wall clock in `zone` shows these digits; in the hour that a spring change skips, the one after. */
export function instantOf(clock: Omit<Clock, 'second'> & { second?: number }, zone: string): number {
  const wall = Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second ?? 0);
  let guess = wall;
  for (let i = 0; i < 3; i++) {
    const seen = clockAt(guess, zone);
    const shown = Date.UTC(seen.year, seen.month - 1, seen.day, seen.hour, seen.minute, seen.second);
    if (shown === wall) break;
    guess += wall - shown;
  }
  return guess;
}

/** Midnight at the start of the viewer's day that holds `ms`. */
export function dayStart(ms: number, zone: string): number {
  const c = clockAt(ms, zone);
  return instantOf({ ...c, hour: 0, minute: 0, second: 0 }, zone);
}

/** Midnight of the following day; days of 23 and 25 hours included. */
export function nextDay(start: number, zone: string): number {
  return dayStart(start + DAY + 6 * HOUR, zone);
}

const two = (n: number) => String(n).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `13 Mar 2026`. */
export function dayText(ms: number, zone: string, withYear = true): string {
  const c = clockAt(ms, zone);
  return `${c.day} ${MONTHS[c.month - 1]}${withYear ? ` ${c.year}` : ''}`;
}

/** `13 Mar 2026, 17:20`; with seconds where asked. */
export function timeText(ms: number, zone: string, seconds = false): string {
  const c = clockAt(ms, zone);
  return `${dayText(ms, zone)}, ${two(c.hour)}:${two(c.minute)}${seconds ? `:${two(c.second)}` : ''}`;
}

/** `17:20`. */
export function hourText(ms: number, zone: string): string {
  const c = clockAt(ms, zone);
  return `${two(c.hour)}:${two(c.minute)}`;
}

/** A range for people, `to` exclusive: `1–31 Mar 2026`, `1 Mar 2026, 08:00 – 2 Mar 2026, 09:00`. */
export function rangeText(from: number, to: number, zone: string): string {
  const a = clockAt(from, zone);
  const end = clockAt(to, zone);
  const wholeDays = a.hour + a.minute + a.second === 0 && end.hour + end.minute + end.second === 0 && to > from;
  if (!wholeDays) {
    const sameDay = dayText(from, zone) === dayText(to, zone);
    return `${timeText(from, zone)} – ${sameDay ? hourText(to, zone) : timeText(to, zone)}`;
  }
  const b = clockAt(to - 1, zone);
  if (a.year !== b.year) return `${dayText(from, zone)} – ${dayText(to - 1, zone)}`;
  if (a.month !== b.month) return `${dayText(from, zone, false)} – ${dayText(to - 1, zone)}`;
  if (a.day !== b.day) return `${a.day}–${dayText(to - 1, zone)}`;
  return dayText(from, zone);
}

/** Value of a `datetime-local` field: `2026-03-13T17:20`. */
export function fieldText(ms: number, zone: string): string {
  const c = clockAt(ms, zone);
  return `${c.year}-${two(c.month)}-${two(c.day)}T${two(c.hour)}:${two(c.minute)}`;
}

/** An absolute time in an address: ISO in UTC, without the parts that are zero anyway. */
export function addressTime(ms: number): string {
  return new Date(ms)
    .toISOString()
    .replace(/:00\.000Z$/, 'Z')
    .replace(/\.000Z$/, 'Z');
}

/** How long ago, in words that stay true for a while: `just now`, `4 min ago`, `3 days ago`. */
export function agoText(ms: number, now: number): string {
  const passed = Math.max(0, now - ms);
  if (passed < 60_000) return 'just now';
  if (passed < HOUR) return `${Math.floor(passed / 60_000)} min ago`;
  if (passed < 2 * DAY) return `${Math.floor(passed / HOUR)} h ago`;
  return `${Math.floor(passed / DAY)} days ago`;
}
