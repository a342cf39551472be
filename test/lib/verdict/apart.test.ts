import { describe, expect, it } from 'vitest';
import { alone, brief, call, judged, records } from '../judging';

const kinds = (result: object | string, args: object = {}): string => {
  const one = alone('list_y', args, result);
  return `${one.verdict} ${one.findings.map((finding) => finding.kind).join(' ')}`.trim();
};

/** Requirement: withheld rows are no lie where the total counts after the filter and a flag says that rows were withheld. */
describe('withheld rows', () => {
  it.each([
    ['a number', { matched: 12, returned: 12, withheld: 3, items: records(12) }, 'complete withheld'],
    ['a flag', { matched: 12, returned: 12, permission_filtered: true, items: records(12) }, 'complete withheld'],
    ['a flag that says no', { matched: 12, returned: 12, withheld: false, items: records(12) }, 'complete'],
    ['none', { matched: 12, returned: 12, withheld: 0, items: records(12) }, 'complete'],
    [
      'a page, cut too',
      { matched: 340, returned: 20, withheld: 3, has_more: true, items: records(20) },
      'flagged more_declared matched_above withheld',
    ],
    [
      'counted before the filter, and said',
      { matched: 15, returned: 15, withheld: 3, items: records(12) },
      'complete withheld',
    ],
    [
      'counted before the filter, and not explained by the number',
      { matched: 20, returned: 20, withheld: 3, items: records(12) },
      'stale returned_differs matched_above withheld',
    ],
  ])('%s', (_, result, expected) => expect(kinds(result)).toBe(expected));
});

/** Requirement: a refusal is good behaviour, counted apart, never capped. */
describe('a refusal', () => {
  it.each([
    'Error: result of 340,000 tokens exceeds maximum of 25,000 tokens. Narrow it.',
    'File content (85812 tokens) exceeds maximum allowed tokens (25000). Use offset and limit.',
    '{"error":"Response too large: 14 MB. Use a narrower filter."}',
    '{"ok":false,"message":"result set is too large, add a filter"}',
  ])('%s', (words) => {
    for (const error of [true, false])
      expect(brief(alone('export_y', {}, words, { error })), String(error)).toBe('refused 0 /- unknown');
  });

  it('is none where rows came, or where a row speaks of one', () => {
    const words = 'Error: response too large for the gateway';
    expect(alone('list_y', {}, { items: [{ id: 1, title: words }] }).verdict).toBe('complete');
    expect(alone('list_y', {}, { error: words, items: records(3) }).verdict).not.toBe('refused');
  });

  it('leaves the calls beside it as they are', () => {
    const log = judged(
      call('export_y', {}, 'Error: result exceeds the maximum of 25,000 tokens', { error: true }),
      call('export_y', { status: 'open' }, { total: 4, items: records(4) }),
    );
    expect(log.map((one) => one.verdict)).toEqual(['refused', 'complete']);
  });
});
