/** Incidents of nine services, in on-call weeks that run from Friday 17:00 to Friday 17:00 UTC. */

import { DAY, DEPLOY_4471, dayOf, HANDOVER_HOUR, isoTime } from '../calendar';
import { mix, quotas, type Random } from '../random';
import { at, FIRST_NAMES, LAST_NAMES } from './names';

export const SERVICES = [
  'payments',
  'checkout',
  'identity',
  'search',
  'notifications',
  'ledger',
  'inventory',
  'shipping',
  'reporting',
] as const;
export type Service = (typeof SERVICES)[number];

export interface Incident {
  id: number;
  service: Service;
  severity: 'sev1' | 'sev2' | 'sev3';
  title: string;
  openedAt: number;
  resolvedAt: number;
}

const WEIGHTS = [13, 15, 11, 10, 12, 8, 10, 12, 9];
/** Incidents per on-call week that ends on the Friday named. */
const WEEKS: readonly (readonly [ends: string, incidents: number])[] = [
  ['2026-02-27', 322],
  ['2026-03-06', 340],
  ['2026-03-13', 340],
  ['2026-03-20', 357],
  ['2026-03-27', 331],
  ['2026-04-03', 344],
];

/** The Friday afternoon of 13 March: one payments deploy, this many incidents in under an hour. */
const OUTAGE = 23;

const SYMPTOMS = [
  '5xx above threshold',
  'p95 latency doubled',
  'queue depth rising',
  'error budget burn',
  'health check flapping',
  'consumer lag',
  'stale cache served',
  'timeouts to upstream',
];

export function makeIncidents(random: Random): Incident[] {
  const drafts: Omit<Incident, 'id'>[] = [];
  for (const [ends, incidents] of WEEKS) {
    const end = dayOf(ends) * DAY + HANDOVER_HOUR * 3_600_000;
    const outage = end > DEPLOY_4471 && end - 7 * DAY < DEPLOY_4471;
    const usual = incidents - (outage ? OUTAGE : 0);
    // Nothing but the outage was opened after the deploy of its week.
    const until = outage ? DEPLOY_4471 : end;
    quotas(usual, WEIGHTS).forEach((count, service) => {
      for (let k = 0; k < count; k += 1)
        drafts.push(usualIncident(at(SERVICES, service), end - 7 * DAY, until, random));
    });
    if (outage) for (let k = 0; k < OUTAGE; k += 1) drafts.push(outageIncident(k, random));
  }
  drafts.sort((left, right) => left.openedAt - right.openedAt);
  return drafts.map((draft, index) => ({ ...draft, id: 8_003 + index }));
}

function usualIncident(service: Service, from: number, until: number, random: Random): Omit<Incident, 'id'> {
  const openedAt = from + 1_000 * random.int((until - from) / 1_000);
  return {
    service,
    severity: random.chance(0.06) ? 'sev1' : random.chance(0.35) ? 'sev2' : 'sev3',
    title: `${service[0]?.toUpperCase()}${service.slice(1)}: ${random.pick(SYMPTOMS)}`,
    openedAt,
    resolvedAt: openedAt + 60_000 * random.between(6, 190),
  };
}

function outageIncident(k: number, random: Random): Omit<Incident, 'id'> {
  const openedAt = DEPLOY_4471 + 1_000 * (180 + k * 135 + random.int(120));
  return {
    service: 'payments',
    severity: k % 5 === 0 ? 'sev1' : 'sev2',
    title: `${random.pick(['Checkout 5xx', 'Card captures failing', 'Refunds stuck', 'Webhook retries rising'])} after deploy 4471`,
    openedAt,
    resolvedAt: openedAt + 60_000 * random.between(25, 70),
  };
}

const STEPS = [
  'Alert acknowledged by the primary, dashboards opened and the blast radius estimated from the request log.',
  'Rolled one cell back to the previous build to see whether the error rate follows the release or the traffic.',
  'Customer support informed with a holding statement; status page set to degraded performance for this region.',
  'Connection pool raised on two hosts as a stopgap while the slow query is traced back to its caller.',
  'Error rate falling on the cell that was rolled back, other cells unchanged, suspicion moves to the release.',
  'Feature flag switched off for a tenth of the traffic; latency of that tenth returned to its usual band.',
  'Vendor confirms elevated failures on their side, case opened, next update promised within half an hour.',
  'Replica promoted after the primary missed three heartbeats; writes resumed after forty seconds.',
  'Backlog drained at twice the usual rate, no message lost according to the offsets before and after.',
  'Graphs back within their usual band for fifteen minutes, watch kept until the top of the hour.',
] as const;

/** Serialised incidents are about this long; the last timeline entry that fits ends them. */
const ROW_LENGTH = 4_030;

/** The row as `list_incidents` serves it: a ticket with its timeline, about 1,370 tokens at three characters each. */
export function incidentRow(incident: Incident): string {
  const who = (k: number): string => {
    const hash = mix(incident.id * 64 + k);
    return `${at(FIRST_NAMES, hash)} ${at(LAST_NAMES, hash >>> 8)}`;
  };
  const head =
    `{"id":${incident.id},"service":"${incident.service}","severity":"${incident.severity}","title":"${incident.title}",` +
    `"opened_at":"${isoTime(incident.openedAt)}","resolved_at":"${isoTime(incident.resolvedAt)}","commander":"${who(0)}","timeline":[`;
  let text = head;
  const step = (incident.resolvedAt - incident.openedAt) / 30;
  for (let k = 1; text.length < ROW_LENGTH; k += 1) {
    const note = at(STEPS, mix(incident.id * 97 + k));
    text += `${k > 1 ? ',' : ''}{"at":"${isoTime(incident.openedAt + k * step)}","by":"${who(k)}","note":"${note}"}`;
  }
  return `${text}]}`;
}
