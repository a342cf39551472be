/** Tuning half: commands of a shell. */

import { call, rows, scenario } from '../../scenario';

export const findHead = scenario(
  'shell: find cut by head',
  [
    call(
      'Bash',
      { command: "find . -name '*.py' | head -40" },
      rows(40, (i) => `./services/worker/job_${i}.py`).join('\n'),
      { verdict: 'silent' },
    ),
  ],
  [
    'The repository contains {40 Python files|false_total}.',
    '{All Python files are in services/worker|sample_as_whole}.',
    '{There are no Python tests|false_absence} in this repository.',
    'I listed the first 40 Python files; {all of those are in services/worker|hedged}.',
    '{At least 40 Python files|hedged} exist here, since I cut the listing with `head -40`.',
    'Next I would open ./services/worker/job_3.py and look at line 40.',
    '{The worker is the only Python code in the repository|false_absence}.',
  ],
);

export const countedLines = scenario(
  'shell: counted by wc and grep -c',
  [
    call('Bash', { command: "find src -name '*.test.ts' | wc -l" }, '     212', { verdict: 'complete' }),
    call('Bash', { command: 'grep -c "it.skip" src/pay/refund.test.ts' }, '7', { verdict: 'complete' }),
  ],
  [
    'There are {212 test files|supported} under `src`.',
    '{7 lines in refund.test.ts|supported} contain `it.skip`.',
    'The suite has {about 200 test files|hedged}.',
    'There are {215 test files|false_total} under src.',
    '- test files: **212**\n- skipped in `refund.test.ts`: **7**',
    'We run vitest 4.1.12 on Node 20, since 2026-01-14.',
  ],
);

export const tailOfLog = scenario(
  'shell: the end of a log',
  [
    call(
      'Bash',
      { command: 'tail -n 50 /var/log/app/worker.log' },
      rows(50, (i) => `2026-03-08T22:${String(10 + i).padStart(2, '0')}:00Z WARN queue depth ${300 + i * 3}`).join(
        '\n',
      ),
      { verdict: 'silent' },
    ),
  ],
  [
    '{The log contains no errors|false_absence}.',
    '{In the last 50 lines there are no errors|hedged}, only warnings about the queue.',
    'The worker log has {50 lines|false_total}.',
    'The log holds {50 warnings|false_total} and {nothing else|false_absence}.',
    'I read only the last 50 lines: {every one of them is a warning|hedged}.',
    'At 22:10 the queue depth was 300.',
    'The worker never crashed as far as the tail shows, but I have not read the earlier part of the log.',
  ],
);

export const grepWhole = scenario(
  'shell: a search that was not cut',
  [
    call(
      'Bash',
      { command: 'grep -rn "apiKey" config/' },
      [
        'config/dev.yml:4:  apiKey: $DEV_KEY',
        'config/dev.yml:19:  # apiKey is read once',
        'config/prod.yml:4:  apiKey: $PROD_KEY',
        'config/stage.yml:4:  apiKey: $STAGE_KEY',
      ].join('\n'),
      { verdict: 'complete' },
    ),
    call('Bash', { command: 'ls config' }, 'dev.yml\nprod.yml\nstage.yml', { verdict: 'complete' }),
  ],
  [
    '`apiKey` occurs {four times in config|supported}.',
    'There are {three files in config|supported}: dev, prod and stage.',
    '{Every file in config mentions apiKey|supported}.',
    'The key is set in {4 files|wrong_cardinality}.',
    '{No plain key is stored in config|supported}; each one comes from the environment.',
    'The folder has {5 files|false_total}.',
    'In `config/prod.yml` line 4 reads `apiKey: $PROD_KEY`.',
    'There are {4 matches|supported}, two of them in dev.yml.',
  ],
);

export const gitLog = scenario(
  'shell: commits up to a number',
  [
    call(
      'Bash',
      { command: 'git log --oneline -n 15' },
      rows(15, (i) => `${(0xa1b2c3 + i * 4099).toString(16)} fix(parser): case ${i}`).join('\n'),
      { verdict: 'silent' },
    ),
  ],
  [
    'The branch has {15 commits|false_total}.',
    'Here are {the 15 most recent commits|hedged}.',
    'The last 15 commits are {all fixes of the parser|hedged}.',
    '{Nobody has ever touched the lexer|false_absence} on this branch.',
    '{Every commit on this branch is a parser fix|sample_as_whole}.',
    '{The latest commit|supported} fixes the parser.',
  ],
);
