import { claudeCode } from './claude-code';
import { mcp } from './mcp';
import { native } from './native';
import type { Format, Head, Recognised } from './types';

/** Every format that is read, in the order in which they are named to people. A new format is one file and one name here. */
export const formats: readonly Format[] = [native, claudeCode, mcp];

export interface Detected {
  format: Format;
  unit: Recognised['unit'];
}

/** Below this nobody is sure enough to read a source as theirs. */
const LEAST_CERTAINTY = 0.2;

/** The format that recognises the head of a source best, by content only; null when none does. */
export function detect(head: Head): Detected | null {
  let best: Detected | null = null;
  let certainty = LEAST_CERTAINTY;
  for (const format of formats) {
    const recognised = format.recognise(head);
    if (recognised.certainty <= certainty) continue;
    certainty = recognised.certainty;
    best = { format, unit: recognised.unit };
  }
  return best;
}

export function formatById(id: string): Format | null {
  return formats.find((format) => format.id === id) ?? null;
}

/** What to tell someone whose file nobody recognised. */
export function unknownFormat(): string {
  return `no known log format was recognised in it; known are: ${formats.map((format) => format.name).join(', ')}`;
}
