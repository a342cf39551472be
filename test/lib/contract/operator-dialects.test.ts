import { afterEach, describe, expect, it } from 'vitest';
import { declareDialects, parseDialects, queryKey, Registry, readCall } from '@/lib/contract';
import { DIALECTS } from '@/lib/contract/data/dialects';
import { open } from '@/lib/contract/view';
import { alone, call, records } from '../judging';

describe('built-in dialects', () => {
  it('follow the schema that operators use', () => expect(parseDialects(DIALECTS).problems).toEqual([]));
  it('have ids of their own and a source each', () => {
    expect(new Set(DIALECTS.map((one) => one.id)).size).toBe(DIALECTS.length);
    expect(DIALECTS.filter((one) => one.source.length < 4)).toEqual([]);
  });
});

describe('an operator’s dialect', () => {
  const own = {
    id: 'own_orders',
    title: 'orders',
    source: 'operator',
    standing: 'own',
    tool: 'list_orders',
    args: { mode: { oneOf: ['full', null] } },
    limit: { default: 40 },
  };

  it('is checked, with messages that name the path', () => {
    const { problems } = parseDialects([
      own,
      { ...own, limit: { default: -1 } },
      { ...own, tool: '(' },
      { ...own, surprise: 1 },
    ]);
    expect(problems.join('\n')).toMatch(/dialects\[1\]\.limit\.default/);
    expect(problems.join('\n')).toMatch(/dialects\[2\]\.tool: is no regular expression/);
    expect(problems.join('\n')).toMatch(/dialects\[3\].*surprise/);
  });

  it('comes before the built-in ones and is chosen by its arguments', () => {
    const registry = new Registry(parseDialects([own]).dialects);
    const view = open('{"orders":[]}', 'result');
    expect(registry.choose('list_orders', {}, view)?.id).toBe('own_orders');
    expect(registry.choose('mcp__shop__list_orders', { mode: 'full' }, view)?.id).toBe('own_orders');
    expect(registry.choose('list_orders', { mode: 'brief' }, view)).toBeNull();
  });
});

describe('an operator’s words about a tool', () => {
  const words = { limit: 30, maximum: 60, limitArguments: ['page_len'], filtersAfterLimit: ['status'] };
  const registry = new Registry([], undefined, { list_orders: words, search_invoices: { limit: 10 } });
  const read = (tool: string, args: object, count: number, more: object = {}) =>
    readCall(call(tool, args, { ...more, orders: records(count) }), 0, registry);
  const at = (key: string, value: number) => ({ path: `tools.list_orders.${key}`, value });

  it('give the limit, unless the call says which one applied', () => {
    expect(read('list_orders', {}, 30).limit).toEqual({
      value: 30,
      at: at('limit', 30),
      source: 'operator',
      imposed: true,
    });
    expect(read('mcp__shop__list_orders', {}, 30).limit?.source).toBe('operator');
    expect(read('list_orders', { page_len: 12 }, 12).limit).toMatchObject({ value: 12, source: 'argument' });
    expect(read('list_orders', { page_len: 500 }, 60).limit).toMatchObject({ value: 60, at: at('maximum', 60) });
    expect(read('list_orders', {}, 17, { limit: 17 }).limit).toMatchObject({ value: 17, source: 'echo' });
    expect(read('list_others', {}, 30).limit).toBeNull();
  });

  it('lie over the dialect that fits, whose other parts stay', () => {
    const result = JSON.stringify({ invoices: records(10) });
    const built = readCall({ ...call('search_invoices', {}, {}), result }, 0, new Registry());
    const own = readCall({ ...call('search_invoices', {}, {}), result }, 0, registry);
    expect(built.limit).toMatchObject({ value: 25, source: 'dialect' });
    expect(own.limit).toMatchObject({ value: 10, source: 'operator' });
    expect({ ...own.reading, limit: null }).toEqual({ ...built.reading, limit: null });
  });

  it('a filter after the limit leaves a window as large as the limit, for calls that filter', () => {
    const windowOf = (args: object, count = 3) => read('list_orders', args, count).reading.traits?.window;
    expect(windowOf({ status: 'late' })).toBe(30);
    expect(windowOf({ status: 'late', page_len: 12 })).toBe(12);
    expect(windowOf({ owner: 'me' })).toBeUndefined();
    expect(windowOf({ status: '' })).toBeUndefined();
  });

  it('without a known limit such a filter still makes a short page prove nothing', () => {
    const unlimited = new Registry([], undefined, { list_orders: { filtersAfterLimit: true } });
    const { reading } = readCall(call('list_orders', { q: 'x' }, { orders: records(3), total: 3 }), 0, unlimited);
    expect(reading.traits).toMatchObject({ window: null, hazardAt: 'tools.list_orders.filtersAfterLimit' });
  });
});

describe('declared dialects', () => {
  afterEach(() => declareDialects({ dialects: [], tools: {} }));
  const filtered = () => alone('list_orders', { q: 'x' }, { orders: records(3), total: 3 });

  it('are what the judgement of a log reads with', () => {
    const usual = filtered();
    expect(usual.verdict).toBe('complete');
    declareDialects({ dialects: [], tools: { list_orders: { filtersAfterLimit: true } } });
    expect(filtered()).toMatchObject({ verdict: 'unknown', findings: [{ kind: 'hazard' }] });
    declareDialects({ dialects: [], tools: { list_orders: { limit: 20, filtersAfterLimit: true } } });
    expect(filtered()).toMatchObject({ verdict: 'unknown', findings: [{ kind: 'blind_window' }] });
    declareDialects({ dialects: [], tools: {} });
    expect({ ...filtered(), id: '' }).toEqual({ ...usual, id: '' });
  });

  it('decide which arguments belong to a query', () => {
    const key = (size: number) => queryKey('list_orders', `{"q":1,"page_len":${size}}`, '');
    expect(key(5)).not.toBe(key(6));
    declareDialects({ dialects: [], tools: { list_orders: { limitArguments: ['page_len'] } } });
    expect(key(5)).toBe(key(6));
  });
});
