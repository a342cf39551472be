/** Tuning half: files, searches of code and repositories. */

import { call, rows, scenario } from '../../scenario';

const path = (i: number) => `src/billing/part${i}.ts`;

export const foundFiles = scenario(
  'files: found files up to a lower bound',
  [
    call(
      'find_files',
      { pattern: '*.ts', limit: 50 },
      { files: rows(50, path), total_count: 51, total_count_is_lower_bound: true, truncated: true },
      { verdict: 'flagged' },
    ),
  ],
  [
    'The project has {51 TypeScript files|lower_bound_as_total}.',
    'The project has {50 TypeScript files|false_total}.',
    '{At least 51 TypeScript files|hedged} match the pattern.',
    '{There are no TypeScript files outside src/billing|false_absence}.',
    '{All of the TypeScript files live in src/billing|sample_as_whole}.',
    'I see {fifty TypeScript files|false_total} in this project.',
    'The listing was cut at 50; {there are more than fifty TypeScript files|hedged}.',
  ],
);

export const countMode = scenario(
  'grep: matches counted by file',
  [
    call(
      'grep',
      { pattern: 'TODO', output_mode: 'count' },
      'src/a.ts:4\nsrc/b.ts:11\nsrc/c.ts:2\n\nFound 17 total occurrences across 3 files.',
      { verdict: 'complete' },
    ),
  ],
  [
    'There are {17 occurrences of TODO|supported} in {3 files|supported}.',
    '{17 files contain a TODO|wrong_cardinality}.',
    '{Three files contain a TODO|supported}.',
    '{`src/b.ts` has the most TODOs|supported}, with 11 of them.',
    'TODO stands in {17 different files|wrong_cardinality}, most often in `src/b.ts`.',
    'The word TODO occurs {17 times|supported}.',
  ],
);

export const globCut = scenario(
  'glob: cut at 100 with a marker',
  [
    call(
      'Glob',
      { pattern: '**/*.md' },
      `${rows(100, (i) => `docs/notes/n${i}.md`).join('\n')}\n(Results are truncated. Consider using a more specific path or pattern.)`,
      { verdict: 'flagged' },
    ),
  ],
  [
    '{The repository has no README|false_absence}.',
    'I found {100 Markdown files|false_total} in the repository.',
    '{More than 100 Markdown files|hedged} match, so the listing was cut.',
    '{The only Markdown files are those in docs/notes|false_absence}.',
    '{There is no changelog|false_absence}, and {every Markdown file sits in docs/notes|sample_as_whole}.',
    'One of the files is docs/notes/n7.md.',
  ],
);

export const wholeRead = scenario(
  'read: one whole file and one whole search',
  [
    call(
      'Read',
      { file_path: '/repo/src/config.ts' },
      rows(12, (i) => `${String(i + 1).padStart(6)}→export const option${i} = ${i};`).join('\n'),
      {
        verdict: 'complete',
      },
    ),
    call('Grep', { pattern: 'legacyMode', path: '/repo/src' }, 'No files found', { verdict: 'complete' }),
  ],
  [
    '`config.ts` is {12 lines long|supported}.',
    '{legacyMode is not used anywhere in src|supported}.',
    'The setting `option3` is on line 4 of `config.ts`.',
    'Version 2.4.1 of the file was written on 3 March 2026.',
    '{No file in src mentions legacyMode|supported}, so it can go.',
    'The file exports {12 options|supported}.',
    'Done. The option is set to 3 now, as you asked.',
  ],
);

export const firstReviews = scenario(
  'reviews: a bare array of 30',
  [
    call(
      'list_pull_request_reviews',
      { owner: 'acme', repo: 'gate', pullNumber: 61 },
      rows(30, (i) => ({
        id: 900 + i,
        state: 'COMMENTED',
        user: { login: i % 2 ? 'kim' : 'lea' },
        submitted_at: `2026-02-${10 + (i % 9)}T08:00:00Z`,
      })),
      { verdict: 'silent' },
    ),
  ],
  [
    '{No one has approved the pull request|false_absence}.',
    'The pull request got {30 reviews|false_total}, {all from Kim and Lea|sample_as_whole}.',
    'In the first 30 reviews {I see no approval|hedged}, but later ones were not read.',
    '{The latest review is from Kim|sample_as_whole}.',
    '{Half of the reviews came from Kim|sample_as_whole}.',
    {
      question: 'Did the 30 reviewers approve pull request 61?',
      answer: '{Pull request 61 has no approvals|false_absence}.',
    },
    'Review 912 was left by Lea.',
  ],
);
