/** Place in a list that is ordered by time and order of arrival. */
export interface Place {
  ts: number;
  seq: number;
}

/** `ts.seq`: readable in the address, stable while calls arrive. */
export function writePlace(place: Place): string {
  return `${place.ts}.${place.seq}`;
}

/** Null for anything that is no place, so that a mistyped address starts at the beginning. */
export function readPlace(cursor: string | null | undefined): Place | null {
  const match = /^(-?\d{1,16})\.(\d{1,16})$/.exec(cursor ?? '');
  return match ? { ts: Number(match[1]), seq: Number(match[2]) } : null;
}
