import { describe, expect, it } from 'vitest';
import { parseDialects, Registry } from '@/lib/contract';
import { DIALECTS } from '@/lib/contract/data/dialects';
import { open } from '@/lib/contract/view';

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
