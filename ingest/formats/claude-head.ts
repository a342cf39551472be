import { get, skeleton } from '@/lib/json';
import { type Fields, field, shareOf, stringField } from './fields';
import { shareOfSamples, unitOf } from './shapes';
import type { Head, Recognised } from './types';

/** Whether a log is Claude Code's: a session file, an export, or what it prints without a screen. */
export function recognise(head: Head): Recognised {
  const first = skeleton(head.text);
  // Without a screen, all of a run may be printed as one list.
  if (first?.kind === 'array') return { certainty: 0.9 * shareOfSamples(head, fits), unit: unitOf(head) };
  if (first?.kind === 'object' && get(first, 'loglines')?.kind === 'array') return { certainty: 0.9, unit: 'document' };
  // Relatives of Gemini CLI write records of the same names around other messages.
  const foreign = shareOf(head, (line) =>
    Boolean(field(line, 'systemPayload') ?? get(field(line, 'message'), 'parts')),
  );
  return { certainty: foreign > 0 ? 0 : 0.9 * shareOf(head, fits), unit: 'line' };
}

function fits(line: Fields): boolean {
  const type = stringField(line, 'type');
  if (type === null) return false;
  if (type === 'user' || type === 'assistant') return field(line, 'message')?.kind === 'object';
  if (type === 'summary') return field(line, 'leafUuid') !== null;
  return ['sessionId', 'session_id', 'parentUuid', 'snapshot', 'leafUuid'].some((key) => field(line, key) !== null);
}
