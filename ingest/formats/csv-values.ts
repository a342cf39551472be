import { asArguments, timeOf, wholeValue } from './fields';
import { pythonLiteral } from './python-literal';

/** What exports write where there is no value. */
const NOTHING = /^(?:null|none|nan|n\/a|\\n|nil|undefined)?$/i;

/** A cell that names something; null where it is empty or says that there is nothing. */
export function nameOf(cell: string): string | null {
  const text = cell.trim();
  return NOTHING.test(text) ? null : text;
}

/** Milliseconds since the epoch, UTC, of a date and time (without a zone: UTC) or an epoch number in s, ms or µs. */
export function timeIn(cell: string): number | null {
  const text = cell.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return timeOfJson(text);
  const found = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d|[+-]\d\d)?$/i.exec(
    text,
  );
  if (!found) return /^\d{4}-\d\d-\d\d$/.test(text) ? timeOfJson(JSON.stringify(text)) : null;
  const [, day = '', clock = '', zone = ''] = found;
  return timeOfJson(JSON.stringify(`${day}T${clock.replace(',', '.')}${zoneOf(zone)}`));
}

/** `+02`, `+0200` and `UTC` as the standard spells them. */
function zoneOf(zone: string): string {
  if (zone === '' || /^(?:z|utc)$/i.test(zone)) return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone.slice(0, 1)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

function timeOfJson(json: string): number | null {
  const text = `{"t":${json}}`;
  const node = wholeValue(text);
  return node?.kind === 'object' ? timeOf({ text, node }, node.entries[0]?.node ?? null) : null;
}

const UNITS: Record<string, number> = { us: 0.001, µs: 0.001, ms: 1, s: 1000, sec: 1000, m: 60_000, min: 60_000 };

/** Milliseconds of `350`, `350 ms`, `1.2s` or `0:00:01.5`; `scale` is what a bare number counts. Null when it is no duration. */
export function durationIn(cell: string, scale = 1): number | null {
  const text = cell.trim().toLowerCase();
  const clock = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text);
  if (clock) return Math.round((Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])) * 1000);
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?(?:e[+-]?\d+)?) ?([a-zµ]*)$/.exec(text) ?? [];
  const factor = unit === '' ? scale : UNITS[unit];
  const value = factor === undefined || number === '' ? Number.NaN : Number(number) * factor;
  return Number.isFinite(value) ? value : null;
}

/** What a bare number in a column of this name counts, in ms. */
export function scaleOf(column: string): number {
  return /(?:^|[^a-z])(?:s|secs?|seconds)\)?$/i.test(column.replaceAll(/([a-z])([A-Z])/g, '$1_$2').trim()) ? 1000 : 1;
}

const NO = /^(?:0|0\.0|false|f|no|n|ok|okay|success|successful|succeeded|completed?|done|finished|passed|200)$/i;

/** Whether the call failed: true, 1, a status that is none of success, or the text of an error. */
export function failed(cell: string): boolean {
  return nameOf(cell) !== null && !NO.test(cell.trim());
}

/** Arguments as JSON text; a Python dict becomes JSON, other text a JSON string. */
export function argumentsIn(cell: string): string {
  const text = cell.trim();
  if (nameOf(text) === null) return '{}';
  if (!text.startsWith('{') || wholeValue(text)) return asArguments(cell);
  const literal = pythonLiteral(text);
  return literal?.whole && literal.end === text.length ? literal.json : asArguments(cell);
}
