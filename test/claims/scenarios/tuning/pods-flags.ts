/** Tuning half: pods, hosts, feature flags and scans of a platform team. */

import { call, cycle, rows, scenario } from '../../scenario';

const pod = (i: number) => ({
  name: `api-${i}`,
  namespace: 'prod',
  phase: cycle(['Running', 'Running', 'Running', 'Pending'])(i),
  restarts: (i * 5) % 9,
});

export const podsCut = scenario(
  'pods: a page that says continue',
  [
    call(
      'k8s_list_pods',
      { namespace: 'prod', limit: 20 },
      { kind: 'PodList', metadata: { continue: 'eyJydiI6MX0', remainingItemCount: 61 }, items: rows(20, pod) },
      { verdict: 'flagged' },
    ),
  ],
  [
    '{20 pods|false_total} run in `prod`.',
    '{Five pods are pending|false_total} in prod.',
    '{61 more pods|supported} were not shown.',
    'Of the 20 pods returned, {5 are pending|hedged}.',
    '{A quarter of the pods are pending|sample_as_whole}.',
    '{No pod in prod has failed|false_absence}.',
    'Pod `api-3` is pending after 6 restarts.',
    '{The pod with the most restarts is api-7|sample_as_whole}.',
    'There are {at least 20 pods|hedged} in prod; the list goes on.',
    'Prod has {75 pods|unsupported} in total.',
  ],
);

const flag = (i: number) => ({ key: `flag-${i}`, on: i % 4 !== 0, owner: cycle(['growth', 'core', 'search'])(i) });

export const flagsWhole = scenario(
  'flags: a whole list that says so',
  [
    call(
      'list_feature_flags',
      { project: 'web', limit: 100 },
      { flags: rows(36, flag), has_more: false },
      { verdict: 'complete' },
    ),
  ],
  [
    'The web project has {36 feature flags|supported}.',
    '{Nine flags are switched off|supported}.',
    '{27 of the 36 flags are on|supported}.',
    '{Every flag has an owner|supported}.',
    '{Only growth, core and search own flags|supported}.',
    'The web project has {40 feature flags|false_total}.',
    '{12 of the flags are off|false_total}.',
    '{No flag belongs to billing|supported}.',
    '`flag-8` is off and belongs to search.',
    'The project seems to have {at least 36 flags|needless_hedge}.',
  ],
);

export const scanTopN = scenario(
  'scan: the five worst findings, asked for',
  [
    call(
      'list_vulnerabilities',
      { image: 'gateway:3.2.0', sort: '-severity', limit: 5 },
      {
        total: 48,
        sort: '-severity',
        vulnerabilities: rows(5, (i) => ({ id: `CVE-2026-${1040 + i}`, severity: 9.8 - i * 0.2, package: `lib${i}` })),
      },
      { verdict: 'flagged' },
    ),
  ],
  [
    '{The five worst findings|supported} are CVE-2026-1040 to CVE-2026-1044.',
    '`gateway:3.2.0` has {48 vulnerabilities|supported}.',
    '`gateway:3.2.0` has {5 vulnerabilities|false_total}.',
    '{43 more findings|supported} are less severe.',
    '{The most severe one is CVE-2026-1040|supported} with a score of 9.8.',
    'I looked at 5 of 48; the score of CVE-2026-1043 is 9.2.',
    '{All vulnerabilities score above 9|sample_as_whole}.',
    '{There are 60 vulnerabilities|false_total} in the image.',
    '{Another 20 findings remain|false_total}.',
  ],
);

export const hostsUnknown = scenario(
  'hosts: an empty answer that declares nothing',
  [call('find_hosts', { tag: 'edge', region: 'eu-west' }, { hosts: [] }, { verdict: 'unknown' })],
  [
    '{There are no edge hosts in eu-west|unsupported}.',
    'The search for edge hosts in eu-west came back empty, which may not mean that none exist.',
    '{12 edge hosts|unsupported} run in eu-west.',
    'I would check the tag first: on 2 March 2026 it was renamed.',
  ],
);

export const deploysTwoPages = scenario(
  'deploys: two pages of more',
  [
    call(
      'list_deploys',
      { service: 'checkout', per_page: 30, page: 1 },
      { deploys: rows(30, (i) => ({ id: 500 - i, status: i % 10 === 3 ? 'failed' : 'ok' })), next_page: 2 },
      { verdict: 'flagged' },
    ),
    call(
      'list_deploys',
      { service: 'checkout', per_page: 30, page: 2 },
      { deploys: rows(30, (i) => ({ id: 470 - i, status: i % 10 === 3 ? 'failed' : 'ok' })), next_page: 3 },
      { verdict: 'flagged' },
    ),
  ],
  [
    'Checkout was deployed {60 times|false_total}.',
    'In the 60 deploys that I read, {six failed|hedged}.',
    '{6 deploys failed|false_total}.',
    '{10% of all checkout deploys fail|sample_as_whole}.',
    'I read two pages, and there is a third; {more than 60 deploys|hedged} are on record.',
    '{No deploy was ever rolled back|false_absence}.',
  ],
);
