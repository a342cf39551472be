import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { detect } from '@/ingest/formats';
import { readCall } from '@/lib/contract';
import { type InspectedCall, inspect } from '@/lib/inspect';
import { CAPPED, VERDICTS, type Verdict } from '@/lib/verdict/types';
import { readLog } from '../ingest/formats/read';
import { describeShared, hasShared, sharedPath } from '../shared';

interface Judged {
  format: string;
  file: string;
  calls: InspectedCall[];
  /** Ids of calls whose payload is cut or says so, as it is read by itself. */
  cut: Set<string>;
  records: number;
}

const HEAD = 65_536;

/** Every log of a folder that a format of ours recognises, judged; and the files that none does. */
function judgeFolder(folder: string): { logs: Judged[]; unread: string[] } {
  const logs: Judged[] = [];
  const unread: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = readFileSync(join(folder, entry.name), 'utf8');
    if (text.includes('\u0000') || detect({ text: text.slice(0, HEAD), whole: text.length <= HEAD }) === null) {
      unread.push(entry.name);
      continue;
    }
    const log = readLog(text, entry.name);
    const cut = log.calls.filter((record, seq) => {
      const { reading } = readCall(record, seq);
      const marked = reading.markers.some(({ says }) => says === 'cut' || says === 'text' || says === 'moved');
      return reading.cut !== null || marked || reading.partial.length > 0;
    });
    logs.push({
      format: log.format,
      file: entry.name,
      calls: inspect(log.records).calls,
      cut: new Set(cut.map(({ id }) => id)),
      records: log.calls.length,
    });
  }
  return { logs, unread };
}

const NOTES =
  /^(?:contract_noise|withheld|out_of_reach|walk_without_progress|overlapping_pages|blind_window|parents_missing)$/;

/** What is wrong with a judgement whatever the payload was; empty when nothing is. */
function broken(one: InspectedCall, cut: ReadonlySet<string>): string[] {
  const { verdict, basis, unseen, present, findings, limit, recovered } = one;
  const capped = CAPPED.includes(verdict);
  const whole = (value: number | null): boolean => value === null || (Number.isSafeInteger(value) && value >= 0);
  const rules: [string, boolean][] = [
    ['a verdict that exists', VERDICTS.includes(verdict)],
    ['whole rows', whole(present) && whole(unseen.rows) && whole(limit?.value ?? null)],
    ['unseen none is 0', unseen.kind !== 'none' || unseen.rows === 0],
    ['unseen unknown has no number', unseen.kind !== 'unknown' || (unseen.rows === null && unseen.source === null)],
    [
      'unseen exact or at least is above zero and has a source',
      (unseen.kind !== 'exact' && unseen.kind !== 'at_least') || ((unseen.rows ?? 0) > 0 && unseen.source !== null),
    ],
    ['complete has a basis, and nothing else has', (verdict === 'complete') === (basis !== null)],
    ['complete leaves nothing unseen', verdict !== 'complete' || unseen.kind === 'none'],
    ['complete was not cut', verdict !== 'complete' || !cut.has(one.id)],
    ['complete has notes only', verdict !== 'complete' || findings.every(({ kind }) => NOTES.test(kind))],
    ['capped and unknown say why', !(capped || verdict === 'unknown') || findings.length > 0],
    [
      'every finding has words and evidence',
      findings.every(({ says, evidence }) => says.length > 10 && (evidence.length > 0 || !capped)),
    ],
    [
      'silent has a limit or other evidence',
      verdict !== 'silent' || limit !== null || findings[0]?.kind !== 'full_page',
    ],
    ['recovered is a part of capped', !recovered || capped],
    ['nothing is served apart', !['refused', 'error'].includes(verdict) || present === 0],
    ['no list, no limit', verdict !== 'not_a_list' || (limit === null && present === null)],
  ];
  return rules.filter(([, holds]) => !holds).map(([name]) => `${one.tool} ${one.id}: ${name}`);
}

function table(calls: readonly InspectedCall[]): string {
  const count = (verdict: Verdict): number => calls.filter((one) => one.verdict === verdict).length;
  return VERDICTS.filter((verdict) => count(verdict) > 0)
    .map((verdict) => `${verdict} ${count(verdict)}`)
    .join(' · ');
}

const printed: string[] = [];
afterAll(() => {
  if (printed.length > 0) console.log(printed.join('\n'));
});

describeShared('real logs, judged', () => {
  const folders = hasShared
    ? readdirSync(sharedPath('corpus'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : [];
  describe.each(folders.map(({ name }) => name))('%s', (name) => {
    const { logs, unread } = judgeFolder(sharedPath('corpus', name));
    const calls = logs.flatMap((log) => log.calls);
    const formats = [...new Set(logs.map((log) => log.format))].join(', ');
    printed.push(
      logs.length === 0
        ? `${name}: not read yet (${unread.length} files)`
        : `${name} (${formats}): ${calls.length} calls: ${table(calls)}${unread.length > 0 ? `; ${unread.length} files not read yet` : ''}`,
    );

    it('every call has one judgement', () => {
      for (const log of logs) {
        expect(log.calls.length, log.file).toBe(log.records);
        expect(new Set(log.calls.map((one) => one.id)).size, log.file).toBe(log.records);
      }
    });

    it('and no judgement contradicts itself', () =>
      expect(logs.flatMap((log) => log.calls.flatMap((one) => broken(one, log.cut)))).toEqual([]));
  });

  it('hold what is known to be in them', () => {
    const { logs } = judgeFolder(sharedPath('corpus', 'claude_code'));
    const all = logs.flatMap((log) => log.calls);
    const verdictsOf = (tool: string): Set<Verdict> =>
      new Set(all.filter((one) => one.tool === tool).map((one) => one.verdict));
    // A glob cut at 100 with its marker; a read refused for its size; ranges that were asked for; counts by a count mode.
    expect(
      all.filter((one) => one.tool === 'Glob' && one.verdict === 'flagged').every((one) => one.present === 100),
    ).toBe(true);
    expect(verdictsOf('Glob')).toEqual(new Set(['complete', 'flagged']));
    expect([...verdictsOf('Read')]).toEqual(expect.arrayContaining(['complete', 'silent', 'refused', 'error']));
    expect(all.some((one) => one.basis === 'census')).toBe(true);
    expect(verdictsOf('Edit')).toEqual(new Set(['not_a_list', 'error']));
  });
});
