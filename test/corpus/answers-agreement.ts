/** How far the judge agrees with the eye about the answers in `answers-read.ts`. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ClaimVerdict, FALSE_VERDICTS } from '@/lib/claims';
import { inspect } from '@/lib/inspect';
import { readLog } from '../ingest/formats/read';
import { sharedPath } from '../shared';
import { type Group, READ_ANSWERS, type ReadStatement } from './answers-read';

export interface Compared {
  file: string;
  hash: string;
  /** Each statement that was read, with the group found now; null where it is not found. */
  statements: (ReadStatement & { now: Group | null })[];
  /** Claims found now that were not there when the answer was read. */
  unread: Group[];
}

export interface Comparison {
  answers: Compared[];
  formats: string[];
  logs: number;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

function groupOf(verdict: ClaimVerdict): Group {
  if (FALSE_VERDICTS.includes(verdict)) return 'bad';
  return verdict === 'unsupported' ? 'open' : 'good';
}

type Span = [number, number];

/** Share of the two spans that they have in common, 0 to 1. */
function overlap([a, b]: Span, [c, d]: Span): number {
  return Math.max(0, Math.min(b, d) - Math.max(a, c)) / (Math.max(b, d) - Math.min(a, c));
}

/** Pairs each statement with at most one claim, the closest first. */
function pair(
  statements: readonly ReadStatement[],
  claims: readonly { span: Span; group: Group }[],
): Omit<Compared, 'file' | 'hash'> {
  const near = statements
    .flatMap((one, s) => claims.map(({ span }, c) => ({ s, c, common: overlap(one.span, span) })))
    .filter(({ common }) => common > 0)
    .sort((a, b) => b.common - a.common || a.s - b.s || a.c - b.c);
  const claimOf = new Map<number, number>();
  const taken = new Set<number>();
  for (const { s, c } of near) {
    if (claimOf.has(s) || taken.has(c)) continue;
    claimOf.set(s, c);
    taken.add(c);
  }
  return {
    statements: statements.map((one, s) => ({ ...one, now: claims[claimOf.get(s) ?? -1]?.group ?? null })),
    unread: claims.filter((_, c) => !taken.has(c)).map(({ group }) => group),
  };
}

/** Judges the logs again and compares; needs `../shared`. */
export function compareAnswers(): Comparison {
  const files = [...new Set(READ_ANSWERS.map(({ file }) => file))];
  const formats = new Set<string>();
  const answers = files.flatMap((file) => {
    const log = readLog(readFileSync(sharedPath('corpus', file), 'utf8'), file);
    formats.add(log.format);
    const judged = new Map(inspect(log.records).answers.map((answer) => [hashOf(answer.text), answer.claims]));
    return READ_ANSWERS.filter((answer) => answer.file === file).map(({ hash, statements }) => {
      const claims = judged.get(hash);
      if (claims === undefined) throw new Error(`${file}: no answer ${hash}`);
      return {
        file,
        hash,
        ...pair(
          statements,
          claims.map(({ span, verdict }) => ({ span, group: groupOf(verdict) })),
        ),
      };
    });
  });
  return { answers, formats: [...formats].sort(), logs: files.length };
}

/** Whether a group, or none, is what the eye said. */
export function agrees(eye: ReadStatement['eye'], found: Group | null): boolean {
  return eye === 'not_a_claim' ? found === null : eye === found;
}
