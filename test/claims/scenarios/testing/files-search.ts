/** Testing half: searches of files, counts of a shell, and a search without a hit. */

import { call, cycle, rows, scenario } from '../../scenario';

export const legacyTheme = scenario(
  'grep: files of a hook, cut with a marker',
  [
    call(
      'Grep',
      { pattern: 'useLegacyTheme', output_mode: 'files_with_matches' },
      `${rows(100, (i) => `web/src/views/v${i}.tsx`).join('\n')}\n(Results are truncated. Consider using a more specific path or pattern.)`,
      { verdict: 'flagged' },
    ),
  ],
  [
    '`useLegacyTheme` is used in {100 files|false_total}.',
    '{Every usage lives in web/src/views|sample_as_whole}.',
    'Output got truncated, but {over 100 files|hedged} still use it.',
    '{The mobile app does not use the hook at all|false_absence}.',
    "Files such as web/src/views/v12.tsx call the hook; I'd start there.",
    'Of the 100 paths returned, {all are under web/src/views|hedged}. The list was cut off.',
    "{There isn't a single usage in the test folders|false_absence}.",
    'Treat this as {at least a hundred files|hedged}: the tool stopped there.',
    'Exactly {one hundred files|false_total} need migrating, {all of them views|sample_as_whole}.',
  ],
);

export const specFiles = scenario(
  'shell: spec files counted in two packages',
  [
    call('Bash', { command: "find packages/api -name '*.spec.ts' | wc -l" }, '64', { verdict: 'complete' }),
    call('Bash', { command: "find packages/web -name '*.spec.ts' | wc -l" }, '118', { verdict: 'complete' }),
    call('Bash', { command: 'wc -l packages/api/src/router.ts' }, '382 packages/api/src/router.ts', {
      verdict: 'complete',
    }),
  ],
  [
    '`packages/api` contains {64 spec files|supported}.',
    '`packages/web` has {64 spec files|wrong_set}.',
    'I count {118 spec files|supported} in packages/web and {64 spec files|supported} in packages/api.',
    "Together that's {182 spec files|prose_arithmetic}.",
    '`router.ts` is {382 lines|supported} long.',
    'In packages/api: **{118 spec files|wrong_set}**.',
    'There are {70 spec files|false_total} in packages/api.',
    'I ran `wc -l` on both packages and left the code as it is.',
    'packages/web holds {a hundred and eighteen spec files|supported}.',
    'packages/web has {54 more spec files than packages/api|prose_arithmetic}.',
  ],
);

export const secrets = scenario(
  'search: no private key, and passwords up to a limit',
  [
    call('Grep', { pattern: 'BEGIN RSA PRIVATE KEY', path: '/repo' }, 'No files found', { verdict: 'complete' }),
    call(
      'search_files',
      { target: 'content', pattern: 'password', limit: 25 },
      {
        matches: rows(25, (i) => ({
          path: `config/${cycle(['a', 'b', 'c', 'd', 'e'])(i)}.yml`,
          line: 3 + Math.floor(i / 5) * 4,
          content: `password: example${i}`,
        })),
      },
      { verdict: 'silent' },
    ),
  ],
  [
    '{The repository contains no RSA private keys|supported}.',
    '`password` occurs {25 times|false_total}.',
    '{25 files mention `password`|wrong_cardinality}.',
    '{Five files|false_total} mention `password`.',
    'The search stopped at its limit, so {there are 25 or more matches|hedged} for `password`.',
    '{Grep turned up nothing for `BEGIN RSA PRIVATE KEY`|supported}.',
    '{`password` appears only in the config folder|false_absence}.',
    'In the first 25 matches, {every hit is in the config folder|hedged}.',
    'I could replace the value in config/a.yml line 3 with an environment variable.',
    '{3 files contain an RSA private key|false_total}.',
    '{Zero hits|supported} for RSA private keys.',
  ],
);
