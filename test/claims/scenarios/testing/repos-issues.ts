/** Testing half: issues, pull requests and branches of a repository. */

import { call, cycle, rows, scenario } from '../../scenario';

export const openBugs = scenario(
  'harbor: 30 of 143 open bugs',
  [
    call(
      'search_issues',
      { q: 'repo:acme/harbor is:issue is:open label:bug', sort: 'created', order: 'desc', perPage: 30 },
      {
        total_count: 143,
        incomplete_results: false,
        items: rows(30, (i) => ({
          number: 700 - i,
          title: `Crane ${i} stalls`,
          state: 'open',
          user: { login: cycle(['mira', 'tom', 'jo'])(i) },
          assignee: null,
          created_at: `2026-02-${String(28 - Math.floor(i / 2)).padStart(2, '0')}T10:00:00Z`,
        })),
      },
      { verdict: 'flagged' },
    ),
  ],
  [
    'acme/harbor has {143 open bugs|supported}.',
    '{30 open bugs|false_total}. Want me to triage them?',
    '- **Open bugs:** {30|false_total}\n- {Only Mira, Tom and Jo report bugs|false_absence}',
    "I've loaded {30 of the 143 open bugs|supported}, which leaves {113 more|supported}.",
    '{None of the open bugs is assigned|false_absence}.',
    '{A third of the open bugs were filed by Mira|sample_as_whole}.',
    'Of the 30 issues on this page, {ten were filed by Mira|hedged}.',
    '{The newest open bug is #700|supported}, reported by Mira.',
    "Issue #688 was opened by Mira; I've left a comment on it.",
  ],
);

export const pullRequests = scenario(
  'harbor: a bare page of a hundred pull requests',
  [
    call(
      'list_pull_requests',
      { owner: 'acme', repo: 'harbor', state: 'all', perPage: 100 },
      rows(100, (i) => ({
        number: 500 - i,
        title: `Change ${i}`,
        state: i % 4 ? 'closed' : 'open',
        draft: false,
        user: { login: 'dana' },
        base: { ref: 'main' },
        merged_at: i % 4 ? '2026-02-11T09:00:00Z' : null,
      })),
      { verdict: 'silent' },
    ),
  ],
  [
    'The repo has had {a hundred pull requests|false_total} so far.',
    '{25 PRs|false_total} are currently open.',
    '{There are no draft PRs|false_absence}: {everything is ready for review|sample_as_whole}.',
    'My call returned a full page, so {at least 100 pull requests|hedged} exist; the real number could be higher.',
    '{All PRs target `main`|sample_as_whole}.',
    'Looking only at the 100 PRs I fetched: {75 are closed|hedged}.',
    "PR #411 was merged on 2026-02-11. I'd rebase yours on top of it.",
    '{75% of the PRs are closed|sample_as_whole}.',
    "Here's a first batch of PRs; I haven't paged further, so don't read a total into it.",
    '{Dana is the only person who opens pull requests|false_absence} here.',
  ],
);

const branch = (name: string, isProtected: boolean) => ({ name, protected: isProtected });

export const branches = scenario(
  'harbor: all branches, and a search without a hit',
  [
    call(
      'list_branches',
      { owner: 'acme', repo: 'harbor', perPage: 100 },
      [
        branch('main', true),
        branch('develop', true),
        branch('release/1.8', true),
        branch('release/1.9', true),
        branch('feature/quay', false),
        branch('feature/cranes', false),
        branch('fix/login', false),
      ],
      { verdict: 'complete' },
    ),
    call(
      'search_issues',
      { q: 'repo:acme/harbor is:issue is:open label:security', perPage: 30 },
      { total_count: 0, incomplete_results: false, items: [] },
      { verdict: 'complete' },
    ),
  ],
  [
    'There are **{7 branches|supported}** in harbor.',
    '{Four branches are protected|supported}; {three are not|supported}.',
    '{Only one branch is a fix|supported}: `fix/login`.',
    'harbor has {9 branches|false_total}.',
    '{No open issue is labelled `security`|supported}.',
    '{All release branches are protected|supported}.',
    'It looks like there are {at least 7 branches|needless_hedge}.',
    "I'm seeing {2 open security issues|false_total}.",
    "I've deleted `feature/quay`, which was merged in commit 4f09c1e.",
    'Harbor has {five feature branches|false_total}.',
  ],
);
