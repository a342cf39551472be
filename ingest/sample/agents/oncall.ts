/** On-call: morning looks, one service at a time, the Friday review of the week, and a few who page on. */

import { DAY, HANDOVER_HOUR, isoDay, isoTime, weekday } from '../calendar';
import { type Journal, Session } from '../journal';
import type { Random } from '../random';
import { type IncidentArgs, type IncidentsServed, listIncidents } from '../tools/list-incidents';
import type { World } from '../world';
import { type Incident, SERVICES, type Service } from '../world/incidents';
import { ONCALL, SUPPORT } from './people';
import { countOf, sentence } from './words';

const HOUR = 3_600_000;

/** Support may not see incidents of the services that handle money and identity. */
const HIDDEN_FROM_SUPPORT: readonly Service[] = ['ledger', 'identity'];

interface Look {
  args: IncidentArgs;
  /** `in the week to 2026-03-13`. */
  period: string;
}

export class OnCall {
  private sessions = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {}

  /** The week's review on Fridays after the handover; with `walk`, one of the reviewers reads every page. */
  reviews(journal: Journal, day: number, count: number, walk: boolean): void {
    const end = day * DAY + HANDOVER_HOUR * HOUR;
    const args = { opened_after: isoTime(end - 7 * DAY), opened_before: isoTime(end) };
    for (let k = 0; k < count; k += 1) {
      const session = this.open(journal, end + 4 * 60_000 + this.random.int(100 * 60_000), false);
      this.summarise(session, { args, period: 'last week' }, false, walk && k === 0);
    }
  }

  /** Any other look at the list, at any hour. */
  look(journal: Journal, day: number): void {
    const { random } = this;
    const ts = day * DAY + Math.floor(random.next() * 23.7 * HOUR);
    const support = random.chance(0.22);
    const session = this.open(journal, ts, support);
    const draw = random.next();
    const since = (days: number): string => isoTime(Math.floor((ts - days * DAY) / HOUR) * HOUR);
    if (draw < 0.5) {
      const service = random.pick(SERVICES);
      const days = random.pick([1, 1, 1, 2]);
      this.summarise(
        session,
        { args: { service, opened_after: since(days) }, period: `since ${since(days)}` },
        support,
        false,
      );
    } else if (draw < 0.72) {
      const args: IncidentArgs = {
        severity: random.pick(['sev1', 'sev1', 'sev2']),
        opened_after: since(random.pick([1, 2])),
      };
      this.summarise(session, { args, period: `since ${args.opened_after}` }, support, false);
    } else if (draw < 0.9) {
      this.summarise(
        session,
        { args: { opened_after: since(1 / 6) }, period: 'in the last four hours' },
        support,
        false,
      );
    } else {
      const days = weekday(day) === 1 ? 3 : 1;
      this.summarise(
        session,
        { args: { opened_after: since(days) }, period: `since ${isoDay(day - days)}` },
        support,
        false,
      );
    }
  }

  private open(journal: Journal, ts: number, support: boolean): Session {
    this.sessions += 1;
    const id = `o${String(this.sessions).padStart(4, '0')}`;
    return new Session(journal, id, ts, null, support ? SUPPORT : ONCALL, this.random);
  }

  private list(session: Session, args: IncidentArgs, support: boolean): IncidentsServed {
    const served = listIncidents(this.world.incidents, args, session.now, support ? HIDDEN_FROM_SUPPORT : []);
    session.call('list_incidents', JSON.stringify(args), served, this.random.chance(0.6) ? 'both' : 'sent only');
    return served;
  }

  private summarise(session: Session, look: Look, support: boolean, thorough: boolean): void {
    const served = this.list(session, look.args, support);
    const { severity, service } = look.args;
    const what = [severity, service, 'incidents'].filter((word) => word !== undefined).join(' ');
    session.answer(`Summarise the ${what} ${look.period}.`, this.say(session, look, served, what, support, thorough));
  }

  private say(
    session: Session,
    look: Look,
    served: IncidentsServed,
    what: string,
    support: boolean,
    thorough: boolean,
  ): string {
    if (served.next === null) return whole(served, what, look);
    if (thorough) return this.pageOn(session, look, served, support);
    if (this.random.chance(0.12)) return this.perService(session, look, support);
    return this.random.chance(0.5) ? asWhole(served, what, look) : asPage(served, what, look);
  }

  /** Follows the cursor to the end; after the guard came, that skips what it cut from every page. */
  private pageOn(session: Session, look: Look, first: IncidentsServed, support: boolean): string {
    let page = first;
    let seen = first.seen.length;
    while (page.next !== null) {
      page = this.list(session, { ...look.args, cursor: page.next }, support);
      seen += page.seen.length;
    }
    return `I read the whole list: ${seen} incidents ${look.period}.`;
  }

  /** Asks service by service and adds up in its head. */
  private perService(session: Session, look: Look, support: boolean): string {
    const services = this.random.shuffle([...SERVICES]).slice(0, 3);
    const counts = services.map((service) => this.list(session, { ...look.args, service }, support).matched);
    const sum = counts.reduce((left, right) => left + right, 0);
    const parts = services.map((service, k) => `${service} ${counts[k]}`).join(' + ');
    return `${parts}, so these three services had ${sum} incidents ${look.period}.`;
  }
}

function topService(seen: readonly Incident[]): { service: string; count: number } {
  const counts = new Map<string, number>();
  for (const { service } of seen) counts.set(service, (counts.get(service) ?? 0) + 1);
  const [service, count] = [...counts].sort((left, right) => right[1] - left[1])[0] ?? ['none', 0];
  return { service, count };
}

/** The page for the set: a false total and a false distribution. */
function asWhole({ seen, returned }: IncidentsServed, what: string, { period }: Look): string {
  const { service, count } = topService(seen);
  const spread = count === seen.length ? `all in ${service}` : `most of them in ${service} (${count})`;
  return `There were ${returned} ${what} ${period}, ${spread}.`;
}

/** What the contract allows to say; it cannot help that `returned` is no longer true. */
function asPage({ matched, returned, seen, withheld }: IncidentsServed, what: string, { period }: Look): string {
  const { service, count } = topService(seen);
  const hidden = withheld > 0 ? ` Another ${withheld} are withheld from me.` : '';
  return `${matched} ${what} ${period}; I have read the ${returned} most recent of them, ${count} of which are ${service}.${hidden}`;
}

function whole({ matched, seen, withheld }: IncidentsServed, what: string, { args, period }: Look): string {
  const worst = seen.filter((one) => one.severity === 'sev1').length;
  const severe = matched === 0 || args.severity !== undefined ? '' : `, ${worst === 0 ? 'none' : worst} of them sev1`;
  const hidden = withheld > 0 ? ` ${withheld} more are withheld from me.` : '';
  return `${sentence(`${countOf(matched, what.slice(0, -1))} ${period}${severe}`)}${hidden}`;
}
