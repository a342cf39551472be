import { describe, expect, test } from 'vitest';
import { DEPLOY_4471 } from '@/ingest/sample/calendar';
import { Random } from '@/ingest/sample/random';
import { GUARD_BUDGET, listIncidents } from '@/ingest/sample/tools/list-incidents';
import { roughTokens } from '@/ingest/sample/tools/served';
import { makeIncidents, SERVICES } from '@/ingest/sample/world/incidents';

const incidents = makeIncidents(new Random(5, 'incidents'));
const WEEK_BEFORE = { opened_after: '2026-02-27T17:00:00Z', opened_before: '2026-03-06T17:00:00Z' };
const WEEK = { opened_after: '2026-03-06T17:00:00Z', opened_before: '2026-03-13T17:00:00Z' };
const BEFORE = Date.parse('2026-03-06T17:20:00Z');
const AFTER = Date.parse('2026-03-13T17:20:00Z');

interface Page {
  matched: number;
  returned: number;
  order_by?: string;
  next_cursor?: string | null;
  narrow_by?: string[];
  withheld?: number;
  incidents: { id: number; service: string; opened_at: string }[];
}

const read = (text: string): Page => JSON.parse(text) as Page;
const decode = (cursor: string): { opened_at: string; id: number } =>
  JSON.parse(Buffer.from(cursor, 'base64').toString('utf8')) as { opened_at: string; id: number };

describe('list_incidents', () => {
  test('before the deploy: 20 of 340 over nine services, a full contract, a cursor at the last row', () => {
    const served = listIncidents(incidents, WEEK_BEFORE, BEFORE, []);
    const page = read(served.result);
    expect(page).toMatchObject({ matched: 340, returned: 20, order_by: 'opened_at DESC' });
    expect(page.narrow_by).toEqual(['service', 'severity', 'opened_after']);
    expect(page.incidents).toHaveLength(20);
    expect(served.sent).toBeUndefined();
    const last = page.incidents.at(-1);
    expect(decode(page.next_cursor ?? '')).toEqual({ opened_at: last?.opened_at, id: last?.id });
    const perService = SERVICES.map(
      (service) => listIncidents(incidents, { ...WEEK_BEFORE, service }, BEFORE, []).matched,
    );
    expect(perService.every((matched) => matched > 0)).toBe(true);
    expect(perService.reduce((left, right) => left + right, 0)).toBe(340);
  });

  test('after the deploy: the guard leaves 14 rows, and a contract and a cursor for 20', () => {
    const served = listIncidents(incidents, WEEK, AFTER, []);
    const tool = read(served.result);
    const model = read(served.sent ?? '');
    expect(tool.incidents).toHaveLength(20);
    expect(model.incidents).toHaveLength(14);
    expect(model).toMatchObject({ matched: 340, returned: 20 });
    expect(model.incidents).toEqual(tool.incidents.slice(0, 14));
    expect(decode(model.next_cursor ?? '').id).toBe(tool.incidents.at(-1)?.id);
    expect(roughTokens(served.result)).toBeGreaterThan(GUARD_BUDGET);
    expect(roughTokens(served.sent ?? '')).toBeLessThanOrEqual(GUARD_BUDGET);
    expect(new Set(tool.incidents.map((one) => one.service))).toEqual(new Set(['payments']));
  });

  test('the guard came with deploy 4471: the same call a moment before was sent whole', () => {
    expect(listIncidents(incidents, WEEK_BEFORE, DEPLOY_4471 - 1, []).sent).toBeUndefined();
    expect(listIncidents(incidents, WEEK_BEFORE, DEPLOY_4471, []).sent).toBeDefined();
  });

  test('a complete result carries matched and returned only', () => {
    const page = read(listIncidents(incidents, { opened_after: '2026-03-06T14:00:00Z' }, BEFORE, []).result);
    expect(Object.keys(page)).toEqual(['matched', 'returned', 'incidents']);
    expect(page.matched).toBe(page.incidents.length);
  });

  test('withheld rows are counted apart, and matched counts after the permission filter', () => {
    const all = listIncidents(incidents, WEEK_BEFORE, BEFORE, []);
    const served = listIncidents(incidents, WEEK_BEFORE, BEFORE, ['ledger', 'identity']);
    const page = read(served.result);
    expect(page.matched + (page.withheld ?? 0)).toBe(all.matched);
    expect(page.withheld).toBeGreaterThan(0);
    expect(page.incidents.some((one) => one.service === 'ledger' || one.service === 'identity')).toBe(false);
    expect(page.returned).toBe(20);
  });

  test('paging by cursor before the guard reaches every incident once; after it, pages skip what was cut', () => {
    const walk = (now: number): number[] => {
      const ids: number[] = [];
      let cursor: string | null = null;
      do {
        const served = listIncidents(incidents, { ...WEEK_BEFORE, ...(cursor === null ? {} : { cursor }) }, now, []);
        ids.push(...served.seen.map((one) => one.id));
        cursor = served.next;
      } while (cursor !== null);
      return ids;
    };
    expect(new Set(walk(BEFORE)).size).toBe(340);
    expect(walk(BEFORE)).toHaveLength(340);
    expect(walk(AFTER)).toHaveLength(17 * 14);
  });
});
