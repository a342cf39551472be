import { count, plural, share } from '../format/number';

/** What a table of candidates rests on. Counts are calls. */
export interface NoteFacts {
  capped: number;
  known: number;
  recovered: number;
  unnamed: number;
  /** Imposed limits that applied, most frequent first. */
  caps: readonly { cap: number; calls: number }[];
}

/** A limit counts as "in force" beside the usual one from this part of the capped calls on. */
const IN_FORCE = 0.02;

/** What has to be known to read the table, in sentences; most important first. */
export function capNotes({ capped, known, recovered, unnamed, caps }: NoteFacts): string[] {
  const notes: string[] = [];
  const unknown = capped - known;
  if (capped === 0)
    notes.push(
      'No call was capped in this slice, so a higher cap removes nothing here; a lower one can still be weighed.',
    );
  else if (known === 0)
    notes.push(
      'Of no capped call is it known how many rows matched. How many a higher cap would still cut cannot be said: between none and all of them. A count of some queries (capwatch census export) would tell.',
    );
  else if (unknown > 0)
    notes.push(
      `How many rows matched is known exactly for ${count(known)} of ${count(capped)} capped calls (${share(known / capped)}). The other ${count(unknown)} make the ranges: at the low end they matched just above their page, at the high end more than any cap here.`,
    );
  const others = caps.filter(({ calls }) => calls >= capped * IN_FORCE);
  if (others.length > 1)
    notes.push(
      `More than one cap was in force: ${others.map(({ cap, calls }) => `${count(cap)} (${plural(calls, 'call')})`).join(', ')}. “Today’s” is the most frequent; choose a time range or version to see one alone.`,
    );
  if (unnamed > 0)
    notes.push(
      `${plural(unnamed, 'capped call')} ${unnamed === 1 ? 'names' : 'name'} no account: accounts and exposure are lower bounds.`,
    );
  if (recovered > 0)
    notes.push(
      `${plural(recovered, 'capped call')} ${recovered === 1 ? 'was' : 'were'} made good by paging on; unseen rows, accounts and exposure are of the others.`,
    );
  if (capped > 0)
    notes.push(
      'Each call is taken to ask the same under another cap, and to receive its whole set or the cap’s rows of it.',
    );
  return notes;
}
