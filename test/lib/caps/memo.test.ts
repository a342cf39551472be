import { describe, expect, test } from 'vitest';
import { capMemo, type MemoFacts } from '@/lib/caps/memo';
import { AT_500, candidate, decision, exactly, TODAY } from './decisions';

function facts(over: Partial<MemoFacts> = {}): MemoFacts {
  return {
    decision: decision(),
    settings: { window: 200_000, turns: 10, budget: null },
    sample: false,
    row: { mean: 298, p95: 320, overhead: 60, calls: 900, encoding: 'o200k_base' },
    alternatives: [],
    link: 'http://127.0.0.1:4700/tools/search_invoices/caps?caps=500',
    ...over,
  };
}

describe('a decision memo', () => {
  const memo = capMemo(facts());

  test('asks the question, and says of what and as of when it speaks', () => {
    expect(memo).toMatch(/^# Should search_invoices return up to 500 rows instead of 25\?\n/);
    expect(memo).toContain(
      "41,000 calls from 2026-03-01 00:00 UTC to 2026-04-01 00:00 UTC, as of 2026-04-02 09:30 UTC. 4,900 of them were capped. Today's cap is 25 rows.",
    );
    expect(memo).toContain('Live figures: <http://127.0.0.1:4700/tools/search_invoices/caps?caps=500>\n');
  });

  test('holds the table', () => {
    expect(memo).toContain(
      '| 25 (today) | 4,900 | 12.0 % | – | 71 | 800,000 | 347,900 | 400 | 80.0 % | 7,450 | 3.7 % |',
    );
    expect(memo).toContain(
      '| 500 | 160 | 0.4 % | 96.7 % | 1,400 | 300,000 | 224,000 | 92 | 31.0 % | 149,000 | 74.5 % |',
    );
  });

  test('names both readings, and the product beside them', () => {
    expect(memo).toContain('How often is a caller affected (capped ÷ all 41,000 calls): 12.0 % today, 0.4 % at 500.');
    expect(memo).toContain(
      'How much of the problem does the change remove (incidents of today that are gone): 96.7 % at 500.',
    );
    expect(memo).toContain(
      '160 capped × median 1,400 = 224,000 rows at 500, 35.6 % less than today; the rows really unseen sum to 300,000.',
    );
    expect(memo).toContain('differ because the median');
  });

  test('says who stays exposed', () => {
    expect(memo).toContain(
      'At 500: 92 accounts, exposure 31.0 %: enterprise 92 (31.0 % of revenue); the largest is Acme with USD 1.2M.',
    );
  });

  test('does the token arithmetic', () => {
    expect(memo).toContain(
      'A row costs 298 tokens on average and 320 at the 95th percentile (o200k_base, from 900 payloads).',
    );
    expect(memo).toContain(
      '500 rows: 149,000 tokens, 74.5 % of a window of 200,000; it leaves 51,000; sent again on each of 10 turns, 1,490,000 tokens in all.',
    );
    expect(capMemo(facts({ settings: { window: 200_000, turns: 10, budget: 50_000 } }))).toContain(
      'A budget of 50,000 tokens pays for 167 rows of average cost.',
    );
    expect(capMemo(facts({ row: null }))).toContain('what a row costs is not known');
  });

  test('says that all is known where it is', () => {
    expect(memo).toContain('it is known of all 4,900 capped calls.');
    expect(memo).not.toContain('Assumed:');
  });
});

describe('what is not known', () => {
  const open = candidate({
    cap: 500,
    capped: { low: 160, high: 400, assumed: 210 },
    removedShare: { low: 0.9, high: 0.967, assumed: 0.95 },
    median: { kind: 'interval', value: 1_400, low: 1, high: null },
    totalUnseen: { low: 300_000, high: null, assumed: 350_000 },
    cappedTimesMedian: { kind: 'at_least', low: 160 },
  });
  const memo = capMemo(facts({ decision: decision({ known: 4_000, unknown: 900, candidates: [TODAY, open] }) }));

  test('is shown as bounds, with the assumption named as one', () => {
    expect(memo).toContain('| 160–400 (assumed 210) |');
    expect(memo).toContain('| ≥ 300,000 (assumed 350,000) |');
    expect(memo).toContain('Of 900 of 4,900 capped calls nothing tells how much matched.');
    expect(memo).toContain('That is a guess to plan with, not a bound.');
    expect(memo).toContain('capwatch census export');
  });

  test('makes no product out of a range', () => {
    expect(memo).toContain('= ≥ 160 rows at 500; the rows');
  });

  test('accounts are a lower bound beside calls that name none', () => {
    const open = (low: number) => ({ low, high: null, assumed: null });
    const exposure = { ...AT_500.exposure, share: open(0.31) };
    const unnamed = { ...AT_500, accounts: open(92), exposure, unnamed: exactly(3) };
    const some = capMemo(facts({ decision: decision({ candidates: [TODAY, unnamed] }) }));
    expect(some).toContain('| ≥ 92 | ≥ 31.0 % |');
    expect(some).toContain('3 capped calls name no account');
    const none = { ...unnamed, accounts: open(0) };
    expect(capMemo(facts({ decision: decision({ candidates: [TODAY, none] }) }))).toContain('| unknown | ');
  });
});

test('a lower cap adds incidents', () => {
  const lower = candidate({
    cap: 10,
    removedShare: exactly(-0.5),
    cappedTimesMedian: { kind: 'exact', value: 400_000 },
  });
  const memo = capMemo(facts({ decision: decision({ candidates: [lower, TODAY] }) }));
  expect(memo).toContain('| −50.0 % |');
  expect(memo).toContain('15.0 % more than today');
});

test('a memo about the sample month says so, and one without a candidate still asks', () => {
  expect(capMemo(facts({ sample: true }))).toContain('made-up data');
  expect(capMemo(facts({ decision: decision({ todayCap: null, candidates: [AT_500] }) }))).toContain(
    '# Which cap should search_invoices have?',
  );
  expect(capMemo(facts({ decision: decision({ todayCap: null, candidates: [], known: 0 }) }))).not.toContain(
    'undefined',
  );
});

test('names from a log are text, never Markdown or HTML', () => {
  const memo = capMemo(
    facts({
      decision: decision({
        tool: 'a|b\n# <img src=x> [y](z) `c`',
        candidates: [
          TODAY,
          { ...AT_500, largest: { id: 'x', name: '**|big**', revenue: null, currency: null, segment: null } },
        ],
      }),
      alternatives: ['Filter by `status` | 12 %'],
    }),
  );
  expect(memo).toContain('# Should a\\|b \\# \\<img src=x\\> \\[y\\](z) \\`c\\` return');
  expect(memo).toContain('\\*\\*\\|big\\*\\* with unknown');
  expect(memo.split('\n').filter((line) => line.startsWith('#')).length).toBe(7);
});
