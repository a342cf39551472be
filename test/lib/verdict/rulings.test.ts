import { describe, expect, it } from 'vitest';
import type { LogRecord } from '@/lib/records';
import { brief, call, census, judged, records } from '../judging';

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');
const items = (count: number, from = 1): { items: object[] } => ({ items: records(count, from) });

/** What is ruled, the log, and for each of its calls: verdict, rows present, /limit, unseen. */
const TABLE: [string, LogRecord[], string[]][] = [
  [
    'stale: 20 declared, 14 received',
    [call('list_incidents', {}, { matched: 340, returned: 20, incidents: records(14) })],
    ['stale 14 /- exact 326'],
  ],
  [
    'stale: two views, the stage removed rows',
    [
      call(
        'list_incidents',
        {},
        { matched: 340, returned: 20, incidents: records(20) },
        { sent: JSON.stringify({ matched: 340, returned: 20, incidents: records(14) }) },
      ),
    ],
    ['stale 14 /- exact 326'],
  ],
  [
    'silent: two views, nothing declared',
    [call('list_y', {}, items(20), { sent: JSON.stringify(items(14)) })],
    ['silent 14 /- at_least 6'],
  ],
  [
    'withheld, properly declared, is no lie',
    [call('list_incidents', {}, { matched: 12, returned: 12, withheld: 3, incidents: records(12) })],
    ['complete 12 /- none'],
  ],
  ['stale: exact total below the rows', [call('list_y', {}, { total: 5, ...items(9) })], ['stale 9 /- unknown']],
  [
    'stale: fields that contradict each other',
    [call('list_y', {}, { total: 40, has_more: false, ...items(9) })],
    ['stale 9 /- exact 31'],
  ],
  [
    'stale: parts skipped beside "not truncated"',
    [call('search_code', {}, { matches: records(3), truncated: false, file_errors: 3 })],
    ['stale 3 /- unknown'],
  ],
  [
    'stale: JSON cut in the middle',
    [
      call(
        'list_y',
        {},
        `${JSON.stringify({ count: 60, ...items(60) }).slice(0, 900)}\n\n[OUTPUT TRUNCATED: exceeded maximum length]`,
      ),
    ],
    ['stale 27 /- exact 33'],
  ],
  [
    'stale: cut inside, whole rows on both sides',
    [
      call(
        'list_y',
        {},
        JSON.stringify({ count: 60, ...items(60) }).replace(
          /\{"id":"r-20".*"id":"r-40"[^}]*\},/,
          '…1605 chars truncated…',
        ),
      ),
    ],
    ['stale 39 /- exact 21'],
  ],
  [
    'stale: the cursor resumes after a row that is not here',
    [call('list_y', {}, { ...items(14), next_cursor: Buffer.from('{"id":"r-20"}').toString('base64') })],
    ['stale 14 /- at_least 1'],
  ],
  [
    'flagged: the cursor resumes after the last row',
    [call('list_y', {}, { ...items(14), next_cursor: Buffer.from('{"id":"r-14"}').toString('base64') })],
    ['flagged 14 /- at_least 1'],
  ],
  [
    'flagged: more, exactly',
    [call('list_y', { limit: 20 }, { ...items(20), has_more: true })],
    ['flagged 20 /20 at_least 1'],
  ],
  [
    'flagged: total above the page',
    [call('list_y', { limit: 50 }, { total: 73, ...items(50) })],
    ['flagged 50 /50 exact 23'],
  ],
  [
    'flagged: lower bound',
    [
      call(
        'search',
        { size: 10 },
        { hits: { total: { value: 10_000, relation: 'gte' }, hits: records(10) }, _shards: { total: 5, failed: 0 } },
      ),
    ],
    ['flagged 10 /10 at_least 9990'],
  ],
  [
    'flagged: a part failed',
    [
      call(
        'search',
        { size: 10 },
        { hits: { total: { value: 7, relation: 'eq' }, hits: records(7) }, _shards: { total: 5, failed: 2 } },
      ),
    ],
    ['flagged 7 /10 unknown'],
  ],
  [
    'flagged: a marker is the last element and no row',
    [call('list_f', {}, [...records(50), { _truncated: '40 more items' }])],
    ['flagged 50 /- exact 40'],
  ],
  [
    'flagged: a list nested in a row was cut',
    [call('list_s', {}, { data: [{ id: 1, items: { data: [1, 2], has_more: true } }], has_more: false })],
    ['flagged 1 /- unknown'],
  ],
  [
    'flagged, unseen unknown: a "maybe" flag',
    [call('query', {}, { status: 'SUCCESS', rows: records(50), result_is_likely_truncated: true })],
    ['flagged 50 /50 unknown'],
  ],
  [
    'a cursor beside an explicit "no more"',
    [call('list_g', { first: 9 }, { nodes: records(9), pageInfo: { hasNextPage: false, endCursor: 'abc' } })],
    ['complete 9 /9 none'],
  ],
  ['silent: full page, nothing declared', [call('list_y', { limit: 20 }, items(20))], ['silent 20 /20 unknown']],
  [
    'silent: the total equals the page',
    [call('list_y', { limit: 50 }, { total: 50, ...items(50) })],
    ['silent 50 /50 unknown'],
  ],
  [
    'silent: "done" speaks of the statement, whose LIMIT stands in it',
    [call('soql', { q: 'SELECT Id FROM A LIMIT 20' }, { totalSize: 20, done: true, records: records(20) })],
    ['silent 20 /20 unknown'],
  ],
  [
    'silent, blind window, also at zero rows',
    [call('search_events', { text: 'x', limit: 100 }, { events: [], scanned: 100 })],
    ['silent 0 /100 unknown'],
  ],
  [
    'silent: a trace whose parents are missing',
    [
      call(
        'read_trace',
        {},
        {
          spans: [
            { spanID: 'a', parentSpanID: 'b' },
            { spanID: 'c', parentSpanID: 'a' },
          ],
        },
      ),
    ],
    ['silent 2 /- at_least 1'],
  ],
  ['complete: short page', [call('list_y', { limit: 50 }, items(12))], ['complete 12 /50 none']],
  [
    'complete: total equals a page that is not full',
    [call('list_y', { limit: 50 }, { total: 12, ...items(12) })],
    ['complete 12 /50 none'],
  ],
  ['unknown: zero rows, nothing declared', [call('find_x', { q: 'x' }, items(0))], ['unknown 0 /- unknown']],
  [
    'complete: zero rows and a total of zero',
    [call('find_x', { q: 'x' }, { total: 0, ...items(0) })],
    ['complete 0 /- none'],
  ],
  ['unknown: a usual page size, no limit known', [call('list_y', {}, items(200))], ['unknown 200 /- unknown']],
  ['unknown: an empty page past the end', [call('list_y', { offset: 200 }, items(0))], ['unknown 0 /- unknown']],
  [
    'flagged: a page at an offset, total above what was shown',
    [call('list_y', { offset: 40, limit: 10 }, { total: 44, ...items(4) })],
    ['flagged 4 /10 exact 40'],
  ],
  [
    'refused',
    [
      call('export', {}, 'Error: result of 340,000 tokens exceeds maximum of 25,000 tokens. Narrow it.', {
        error: true,
      }),
    ],
    ['refused 0 /- unknown'],
  ],
  ['error', [call('list_y', {}, 'Error: connection refused', { error: true })], ['error 0 /- unknown']],
  [
    'not a list: an object, a boolean, a sentence',
    [
      call('get_order', {}, { id: 1, customer: 'a', total: 12, status: 'open', lines: records(3) }),
      call('is_open', {}, true),
      call('send', {}, 'Sent.'),
    ],
    ['not_a_list - /- none', 'not_a_list - /- none', 'not_a_list - /- none'],
  ],
  ['unreadable: no result in the log', [call('list_y', {}, null)], ['unreadable - /- unknown']],
  [
    'count tools',
    [
      call('count_y', { a: 1 }, { count: 340 }),
      call('Bash', { command: 'ls | wc -l' }, '  340'),
      call('sql', { sql: 'select count(*) from t' }, [{ n: 3 }]),
    ],
    ['complete - /- none', 'complete - /- none', 'complete 1 /- none'],
  ],
  [
    'silent: a count over a limited sub-query',
    [call('sql', { sql: 'select count(*) from (select 1 from t limit 100) x' }, [{ n: 100 }])],
    ['silent 1 /- unknown'],
  ],
  [
    'census: full page, more counted',
    [call('list_y', { a: 1, limit: 5 }, items(5)), census('list_y', { a: 1 }, 12)],
    ['silent 5 /5 exact 7'],
  ],
  [
    'census: full page, as many counted',
    [call('list_y', { a: 1, limit: 5 }, items(5)), census('list_y', { a: 1 }, 5)],
    ['complete 5 /5 none'],
  ],
  [
    'census of another query settles nothing',
    [call('list_y', { a: 1, limit: 5 }, items(5)), census('list_y', { a: 2 }, 5)],
    ['silent 5 /5 unknown'],
  ],
  [
    'a count tool of the same set',
    [call('search_orders', { a: 1 }, { orders: records(12) }), call('count_orders', { a: 1 }, { count: 40 })],
    ['silent 12 /12 exact 28', 'complete - /- none'],
  ],
  [
    'a short page, and a larger one of the same query',
    [call('list_y', { a: 1, limit: 50 }, items(20)), call('list_y', { a: 1, limit: 500 }, items(90))],
    ['silent 20 /50 at_least 70', 'complete 90 /500 none'],
  ],
  [
    'a total that moves with the limit',
    [
      call('s', { q: 'x', limit: 15 }, { total: 15, ...items(15) }),
      call('s', { q: 'x', limit: 400 }, { total: 93, ...items(93) }),
    ],
    ['stale 15 /15 at_least 78', 'complete 93 /400 none'],
  ],
  [
    'a total that held while the limit moved',
    [
      call('s', { q: 'x', limit: 10 }, { total: 30, ...items(10) }),
      call('s', { q: 'x', limit: 30 }, { total: 30, ...items(30) }),
    ],
    ['flagged 10 /10 exact 20', 'complete 30 /30 none'],
  ],
  [
    'a limit that the server lowers',
    [
      call('l', { k: 'a', limit: 300 }, items(100)),
      call('l', { k: 'b', limit: 500 }, items(100, 500)),
      call('l', { k: 'c', limit: 300 }, items(7)),
    ],
    ['silent 100 /100 unknown', 'silent 100 /100 unknown', 'complete 7 /300 none'],
  ],
  [
    'an argument that is ignored, once and always',
    [
      call('f', { q: 'a', limit: 3 }, items(20)),
      call('g', { q: 'a', limit: 3 }, items(10)),
      call('g', { q: 'b', limit: 3 }, items(10, 40)),
    ],
    ['unknown 20 /3 unknown', 'silent 10 /10 unknown', 'silent 10 /10 unknown'],
  ],
  [
    'a deliberate range is judged like any limit',
    [
      call(
        'Bash',
        { command: 'ls | head -20' },
        lines(20, (i) => `f${i}`),
      ),
      call(
        'Bash',
        { command: 'ls | head -20' },
        lines(12, (i) => `f${i}`),
      ),
    ],
    ['silent 20 /20 unknown', 'complete 12 /20 none'],
  ],
  [
    'the log was cut, two tools at one length',
    [call('a', {}, `["${'x'.repeat(497)}`), call('b', {}, `["${'y'.repeat(497)}`)],
    ['unreadable 0 /- unknown', 'unreadable 0 /- unknown'],
  ],
  [
    'one tool, one odd length, a marker: the tool',
    [call('Bash', { command: 'cat a' }, `${lines(9, (i) => `l${i}`)}\n... [27 lines truncated] ...`)],
    ['flagged 9 /- at_least 27'],
  ],
];

describe('rulings', () => {
  it.each(TABLE)('%s', (_, log, expected) => expect(judged(...log).map(brief)).toEqual(expected));
});

describe('whose cap it was', () => {
  it('is the agent’s where its argument applied, and imposed where a default or a server’s maximum did', () => {
    const imposed = judged(
      call('list_y', { limit: 5 }, items(5)),
      call('execute_sql', { sql: 'select * from t limit 5' }, { rows: records(5) }),
      call('search_invoices', {}, { invoices: records(25) }),
      call('list_y', { limit: 500 }, { limit: 100, ...items(100) }),
    ).map((one) => one.limit);
    expect(imposed).toEqual([
      { value: 5, source: 'argument', imposed: false },
      { value: 5, source: 'argument', imposed: false },
      { value: 25, source: 'dialect', imposed: true },
      { value: 100, source: 'echo', imposed: true },
    ]);
  });
});

describe('findings', () => {
  it('carry the evidence and one plain sentence', () => {
    const [one] = judged(call('list_incidents', {}, { matched: 340, returned: 20, incidents: records(14) }));
    expect(one?.findings[0]).toEqual({
      kind: 'returned_differs',
      evidence: [
        { path: 'result.returned', value: 20 },
        { path: 'result.incidents', value: 14 },
      ],
      says: 'The model received 14 rows; the result says 20; 340 matched.',
    });
  });
  it('name the stage that removed rows', () => {
    const [one] = judged(
      call('l', {}, { returned: 20, ...items(20) }, { sent: JSON.stringify({ returned: 20, ...items(14) }) }),
    );
    expect(one?.findings.map((finding) => finding.kind)).toContain('removed_between_views');
  });
});
