/** Tuning half: results that are tables, CSV and text of MCP servers. */

import { call, cycle, rows, scenario } from '../../scenario';

const text = (body: string) => ({ content: [{ type: 'text', text: body }] });

export const contactsCsv = scenario(
  'contacts: CSV of a hundred lines',
  [
    call(
      'export_contacts',
      { segment: 'trial', limit: 100 },
      [
        'email,plan,country',
        ...rows(100, (i) => `user${i}@example.com,trial,${cycle(['DE', 'FR', 'KR', 'US'])(i)}`),
      ].join('\n'),
      { verdict: 'silent' },
    ),
  ],
  [
    'You have {100 trial contacts|false_total}.',
    '{25 contacts are from Korea|false_total}.',
    '{A quarter of the trial contacts are from Korea|sample_as_whole}.',
    '{No trial contact is from Japan|false_absence}.',
    'The export stopped at 100 lines, so you have {at least 100 trial contacts|hedged}.',
    'Among the 100 contacts of the export, {25 are from Korea|hedged}.',
    'user17@example.com is on the trial plan.',
    '{Trial contacts come only from Germany, France, Korea and the US|false_absence}.',
  ],
);

export const shelfTable = scenario(
  'stock: a Markdown table that is whole',
  [
    call(
      'stock_report',
      { warehouse: 'Linz' },
      text(
        [
          'Showing 6 of 6 items.',
          '',
          '| sku | name | on hand |',
          '|---|---|---|',
          '| A-10 | bolt | 400 |',
          '| A-11 | nut | 0 |',
          '| A-12 | washer | 1250 |',
          '| B-20 | bracket | 75 |',
          '| B-21 | hinge | 0 |',
          '| C-30 | rail | 12 |',
        ].join('\n'),
      ),
      { verdict: 'complete' },
    ),
  ],
  [
    'The warehouse in Linz stocks {6 items|supported}.',
    '{Two items are out of stock|supported}: the nut and the hinge.',
    'There are {8 items|false_total} in the report.',
    '{All six items|supported} are listed in the table.',
    'We hold 1,250 washers and 12 rails.',
    '| sku | on hand |\n|---|---|\n| A-10 | 400 |\n| B-20 | 75 |',
    'In stock are 1,737 pieces in all ({400 + 1250 + 75 + 12 = 1737|prose_arithmetic}).',
  ],
);

export const wikiSearch = scenario(
  'wiki: text that says showing 10 of 83',
  [
    call(
      'wiki_search',
      { query: 'onboarding', limit: 10 },
      text(
        [
          'Showing 10 of 83 results.',
          '',
          ...rows(10, (i) => `${i + 1}. Onboarding step ${i + 1} (space HR, updated 2026-01-${10 + i})`),
        ].join('\n'),
      ),
      { verdict: 'flagged' },
    ),
  ],
  [
    'The wiki has {83 pages about onboarding|supported}.',
    'The wiki has {10 pages about onboarding|false_total}.',
    'I read the first 10; {73 more pages|supported} match.',
    '{All onboarding pages are in the HR space|sample_as_whole}.',
    '{No onboarding page mentions laptops|false_absence}.',
    'Step 4 was updated on 13 January 2026.',
    '{There are only ten pages on onboarding|false_total}.',
    'On the first page of results, {every page belongs to HR|hedged}.',
  ],
);

export const noMatches = scenario(
  'notes: text that says that there is nothing',
  [
    call('search_notes', { query: 'gdpr export' }, { total: 0, notes: [], has_more: false }, { verdict: 'complete' }),
    call(
      'list_notebooks',
      {},
      {
        total: 3,
        notebooks: [
          { id: 'n1', title: 'Legal' },
          { id: 'n2', title: 'Sales' },
          { id: 'n3', title: 'Ops' },
        ],
        has_more: false,
      },
      {
        verdict: 'complete',
      },
    ),
  ],
  [
    '{No note mentions a GDPR export|supported}.',
    '{I could not find any note|supported} on GDPR exports.',
    'There are {three notebooks|supported}: Legal, Sales and Ops.',
    '{There are no notes about GDPR exports|supported}, in any of {the 3 notebooks|supported}.',
    'You have {5 notebooks|false_total}.',
    'I found {4 notes on GDPR exports|false_total}.',
    'Shall I create a note on GDPR in the notebook Legal?',
  ],
);
