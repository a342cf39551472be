import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkTo, linkWith, nameOf, parseView, toolPath } from '@/lib/address';

const span = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 3, 1) - 1 };

describe('path segments', () => {
  it('keep plain names readable', () => {
    expect(toolPath('search_invoices')).toBe('/tools/search_invoices');
    expect(toolPath('mcp__crm__list')).toBe('/tools/mcp__crm__list');
  });

  it('bring back any name, and are one segment without % or dots alone', () => {
    const check = (name: string) => {
      const part = toolPath(name).slice('/tools/'.length);
      expect(part).toMatch(/^[^/%?#]+$/);
      expect(new URL(toolPath(name), 'http://h').pathname).toBe(toolPath(name));
      expect(nameOf(part)).toBe(name);
    };
    for (const name of ['', '.', '..', 'a/b', '~x', '%2F', '<script>', 'été', 'a b?c#d', '~7E']) check(name);
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), check));
  });
});

describe('parseView', () => {
  it('opens on the whole of a month and on the last 30 days of more', () => {
    expect(parseView({}, span)).toMatchObject({ from: span.from, to: Date.UTC(2026, 3, 1), pinned: false });
    const long = parseView({}, { from: Date.UTC(2025, 0, 1), to: span.to });
    expect(long.to - long.from).toBe(30 * 86_400_000);
  });

  it('leaves out what it cannot understand and says so', () => {
    const view = parseView({ from: 'yesterday', verdict: ['silent', 'wet'], caps: 'all', rows: '9-3', data: '' }, span);
    expect(view.verdicts).toEqual(['silent']);
    expect(view.caps).toBe('imposed');
    expect(view.rows).toBeNull();
    expect(view.pinned).toBe(false);
    expect(view.problems).toHaveLength(4);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('from', 'to', 'verdict', 'rows', 'cols', 'q', 'account'), fc.string()),
        (p) => {
          const view = parseView(p, span);
          expect(view.from).toBeLessThan(view.to);
        },
      ),
    );
  });

  it('reads times without an offset in the zone that it is given', () => {
    const view = parseView({ from: '2026-03-13T17:20', to: '2026-03-14' }, span, 'America/New_York');
    expect(view.from).toBe(Date.UTC(2026, 2, 13, 21, 20));
    expect(view.to).toBe(Date.UTC(2026, 2, 14, 4));
  });
});

describe('links', () => {
  const view = parseView({ segment: 'enterprise', cursor: 'x', sort: 'calls' }, span);
  const here = { path: '/', view, arriving: false };

  it('hold absolute times, so that a colleague sees the same view', () => {
    expect(linkWith(here)).toBe('/?from=2026-03-01T00%3A00Z&to=2026-04-01T00%3A00Z&segment=enterprise&sort=calls');
  });

  it('read back as the view that they were made of', () => {
    const changes = { verdicts: ['silent' as const], rows: [20, 29] as [number, number], accounts: ['', 'a&b'] };
    const url = new URL(linkWith(here, changes), 'http://h');
    const params = Object.fromEntries([...url.searchParams.keys()].map((k) => [k, url.searchParams.getAll(k)]));
    expect(parseView(params, span)).toEqual({ ...view, ...changes, cursor: null, pinned: true });
  });

  it('stay open in time while data is arriving', () => {
    expect(linkTo({ ...here, arriving: true }, '/tools')).toBe('/tools?segment=enterprise');
  });
});
