/** Tuning half: monitoring and incidents. */

import { call, cycle, rows, scenario } from '../../scenario';

const hit = (i: number) => ({
  _id: `l-${i}`,
  _source: {
    level: 'error',
    host: cycle(['web-1', 'web-2'])(i),
    message: `upstream timed out after ${3000 + i * 10} ms`,
  },
});

export const errorHits = scenario(
  'monitoring: error logs with a lower bound as their total',
  [
    call(
      'search_logs',
      { query: 'level:error', size: 20 },
      { took: 31, timed_out: false, hits: { total: { value: 10000, relation: 'gte' }, hits: rows(20, hit) } },
      { verdict: 'flagged' },
    ),
  ],
  [
    'There are {10,000 error logs|lower_bound_as_total}.',
    'The search matched {exactly 10000 errors|lower_bound_as_total}.',
    '{At least 10,000 error logs|hedged} match; I looked at 20 of them.',
    '{More than 10,000 errors|hedged} were logged. Would you like a breakdown per host?',
    'I found {20 errors|false_total} in the logs.',
    '{All errors are upstream timeouts|sample_as_whole}.',
    '{Only web-1 and web-2 log errors|false_absence}.',
    'In the 20 entries that I read, {10 come from web-2|hedged}.',
    'Entry l-4 reads "upstream timed out after 3040 ms".',
    '{No error mentions the database|false_absence}.',
  ],
);

const incident = (i: number) => ({
  key: `INC-${2050 - i}`,
  severity: cycle(['sev1', 'sev2', 'sev2', 'sev3'])(i),
  service: cycle(['checkout', 'search', 'checkout', 'mail', 'checkout'])(i),
  acknowledged: i < 14,
  minutes: 12 + ((i * 5) % 40),
});

export const openIncidents = scenario(
  'incidents: 20 of 63 with has_more',
  [
    call(
      'list_incidents',
      { state: 'open', limit: 20 },
      { incidents: rows(20, incident), total: 63, has_more: true },
      { verdict: 'flagged' },
    ),
  ],
  [
    '{63 open incidents|supported}.',
    'Quick update: {20 incidents are open|false_total}, and {five of them are sev1|false_total}.',
    '- Open: **{63 incidents|supported}**\n- Shown here: 20\n- Not shown: {43 more incidents|supported}',
    '{Six incidents have not been acknowledged|false_total}.',
    'This page lists {20 of the 63 open incidents|supported}. On it, {6 are not acknowledged|hedged}.',
    '{Most open incidents hit checkout|sample_as_whole}.',
    '{Search, mail and checkout are the only services with open incidents|false_absence}.',
    '{The newest open incident is INC-2050|sample_as_whole}.',
    'INC-2047 is a sev3 on mail; I have paged Ines at 10:15.',
    'There are {about 60 open incidents|hedged}.',
    '{Another 50 incidents|false_total} are open beyond this page.',
    '{Sixty-three incidents|supported} are open; I have only gone through the first 20, so treat the rest as unread.',
  ],
);

const alert = (i: number) => ({
  id: `A-${i + 1}`,
  severity: 'critical',
  rule: cycle(['disk full', 'high latency'])(i),
  muted: i === 3,
});

export const criticalAlerts = scenario(
  'monitoring: a count of alerts and a page of 10',
  [
    call('count_alerts', { severity: 'critical' }, { count: 212 }, { verdict: 'complete' }),
    call('list_alerts', { severity: 'critical', limit: 10 }, { alerts: rows(10, alert) }, { verdict: 'silent' }),
  ],
  [
    '{212 critical alerts|supported}.',
    'The count says {212 critical alerts|supported}. I opened the first ten to get an idea.',
    'There are {10 critical alerts|false_total}.',
    'We are at {two hundred and twelve critical alerts|supported}, sorry!',
    'There are {180 critical alerts|false_total} at present.',
    '{One critical alert is muted|false_total}.',
    'Among the ten alerts that I opened, {five are about a full disk|hedged}.',
    '{Every critical alert is about disk or latency|sample_as_whole}.',
    '{50% of critical alerts are about latency|sample_as_whole}.',
    'Alert A-4 is muted. I can unmute it for you.',
  ],
);
