/** `list_incidents`: permission filter and LIMIT 20 in the query, a full contract when it cut, and a harness behind it. */

import { DEPLOY_4471, isoTime } from '../calendar';
import { type Incident, incidentRow, type Service } from '../world/incidents';
import { failed, roughTokens, type Served } from './served';

export interface IncidentArgs {
  opened_after?: string;
  opened_before?: string;
  service?: Service;
  severity?: Incident['severity'];
  cursor?: string;
}

export interface IncidentsServed extends Served {
  /** What the contract claims. */
  matched: number;
  returned: number;
  next: string | null;
  withheld: number;
  /** What the model really received. */
  seen: Incident[];
  /** Whether a later stage removed rows. */
  trimmed: boolean;
}

const LIMIT = 20;

/** Tokens that the guard lets a tool result have, at three characters each. */
export const GUARD_BUDGET = 20_000;

/**
 * Newest first. `matched` counts what this user may see; what they may not is counted in `withheld`.
 * A result that holds everything carries `matched` and `returned` only.
 */
export function listIncidents(
  incidents: readonly Incident[],
  args: IncidentArgs,
  now: number,
  mayNotSee: readonly Service[],
): IncidentsServed {
  const after = args.opened_after === undefined ? 0 : Date.parse(args.opened_after);
  const before = Math.min(now, args.opened_before === undefined ? now : Date.parse(args.opened_before));
  const all = incidents.filter(
    (one) =>
      one.openedAt > after &&
      one.openedAt <= before &&
      (args.service === undefined || one.service === args.service) &&
      (args.severity === undefined || one.severity === args.severity),
  );
  const visible = all.filter((one) => !mayNotSee.includes(one.service)).reverse();
  const start = args.cursor === undefined ? 0 : resume(visible, args.cursor);
  if (start < 0) {
    return {
      ...failed('Error: invalid cursor.'),
      matched: 0,
      returned: 0,
      next: null,
      withheld: 0,
      seen: [],
      trimmed: false,
    };
  }
  const page = visible.slice(start, start + LIMIT);
  return guarded(contract(visible.length, page, start, all.length - visible.length), page, now);
}

interface Contract {
  matched: number;
  next: string | null;
  withheld: number;
  head: string;
}

function contract(matched: number, page: readonly Incident[], start: number, withheld: number): Contract {
  const last = page.at(-1);
  const next = last !== undefined && start + page.length < matched ? cursorAfter(last) : null;
  const more =
    start === 0 && next === null
      ? ''
      : `"order_by":"opened_at DESC","next_cursor":${next === null ? 'null' : `"${next}"`},"narrow_by":["service","severity","opened_after"],`;
  const hidden = withheld > 0 ? `"withheld":${withheld},` : '';
  return {
    matched,
    next,
    withheld,
    head: `{"matched":${matched},"returned":${page.length},${more}${hidden}"incidents":[`,
  };
}

/** Base64 of the row that the next page resumes after. */
export function cursorAfter(row: Incident): string {
  return Buffer.from(JSON.stringify({ opened_at: isoTime(row.openedAt), id: row.id })).toString('base64');
}

function resume(visible: readonly Incident[], cursor: string): number {
  const id = /"id":(\d+)/.exec(Buffer.from(cursor, 'base64').toString('utf8'))?.[1];
  if (id === undefined) return -1;
  const from = visible.findIndex((one) => one.id < Number(id) + 1);
  return from < 0 ? visible.length : visible[from]?.id === Number(id) ? from + 1 : from;
}

/** From deploy 4471 the harness cuts elements from the end of a result's largest array, and leaves the rest as it is. */
function guarded({ head, ...claims }: Contract, page: readonly Incident[], now: number): IncidentsServed {
  const rows = page.map(incidentRow);
  const result = `${head}${rows.join(',')}]}`;
  const served: IncidentsServed = { result, ...claims, returned: page.length, seen: [...page], trimmed: false };
  if (now < DEPLOY_4471 || roughTokens(result) <= GUARD_BUDGET) return served;
  let kept = rows.length;
  let sent = result;
  while (kept > 0 && roughTokens(sent) > GUARD_BUDGET) {
    kept -= 1;
    sent = `${head}${rows.slice(0, kept).join(',')}]}`;
  }
  return { ...served, sent, seen: page.slice(0, kept), trimmed: true };
}
