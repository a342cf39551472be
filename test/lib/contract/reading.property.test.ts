import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/json/types';
import { alone, brief, call, judged, records } from '../judging';

const payloads: fc.Arbitrary<{ [key: string]: JsonValue }> = fc
  .record({
    rows: fc.integer({ min: 0, max: 40 }),
    total: fc.option(fc.integer({ min: 0, max: 90 }), { nil: undefined }),
    returned: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
    has_more: fc.option(fc.boolean(), { nil: undefined }),
    next_cursor: fc.option(fc.constantFrom('abc', null), { nil: undefined }),
    took: fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined }),
  })
  .map(({ rows, ...rest }) => ({ ...(JSON.parse(JSON.stringify(rest)) as object), items: records(rows) }));

const args = { q: 'x', limit: 20 };
/** What a reading comes to, without the paths, which name the wrapper. */
const contract = (result: string): unknown => {
  const { declared, limit, basis, findings, ...rest } = alone('list_things', args, result);
  return {
    brief: brief({ declared, limit, basis, findings, ...rest }),
    declared,
    basis,
    kinds: findings.map((finding) => finding.kind).filter((kind) => kind !== 'contract_noise'),
  };
};

describe('the contract of a payload', () => {
  it('is the same whatever its whitespace and the order of its keys', () => {
    fc.assert(
      fc.property(payloads, fc.integer({ min: 0, max: 4 }), (payload, indent) => {
        const plain = contract(JSON.stringify(payload));
        expect(contract(JSON.stringify(payload, null, indent))).toEqual(plain);
        expect(contract(JSON.stringify(Object.fromEntries(Object.entries(payload).reverse())))).toEqual(plain);
      }),
      { numRuns: 150 },
    );
  });

  it('is the same in MCP blocks, in a string, in structured content and under prose', () => {
    const wrappers: ((json: string) => string)[] = [
      (json) => JSON.stringify({ content: [{ type: 'text', text: json }] }),
      (json) => JSON.stringify([{ type: 'text', text: json }]),
      (json) => JSON.stringify(json),
      (json) => JSON.stringify({ content: [], structuredContent: JSON.parse(json) }),
      (json) => `Here is what the tool found.\n\n${json}`,
      (json) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: json }] } }),
    ];
    fc.assert(
      fc.property(payloads, fc.constantFrom(...wrappers), (payload, wrap) => {
        const json = JSON.stringify({ ...payload, note_to_reader: 'x'.repeat(120) });
        expect(contract(wrap(json))).toEqual(contract(json));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a complete result that is cut', () => {
  const whole = JSON.stringify({ took: 3, total: 12, items: records(12), has_more: false });
  it('is complete when whole', () => expect(alone('list_things', args, whole).verdict).toBe('complete'));
  it('is never complete, wherever the cut is', () => {
    const wrong = [];
    for (let at = 1; at < whole.length; at++) {
      const { verdict } = alone('list_things', args, whole.slice(0, at));
      if (verdict === 'complete') wrong.push(`${at}: ${whole.slice(Math.max(0, at - 30), at)}`);
    }
    expect(wrong).toEqual([]);
  });
  it('is never complete inside MCP blocks either', () => {
    const wrapped = JSON.stringify({ content: [{ type: 'text', text: whole }] });
    const wrong = [];
    for (let at = 40; at < wrapped.length; at++)
      if (alone('list_things', args, wrapped.slice(0, at)).verdict === 'complete') wrong.push(at);
    // The closing brackets of the wrapper are all that a cut at its very end can lose: every row and every field is there.
    expect(wrong.filter((at) => at < wrapped.length - '"}]}'.length)).toEqual([]);
  });
});

describe('any complete result', () => {
  const wrappers: ((json: string) => string)[] = [
    (json) => json,
    (json) => JSON.stringify({ content: [{ type: 'text', text: json }] }),
    (json) => JSON.stringify([{ type: 'text', text: json }]),
    (json) => JSON.stringify(json),
    (json) => `Here is what the tool found.\n\n${json}`,
  ];
  const honest = fc
    .record({
      rows: fc.integer({ min: 1, max: 19 }),
      total: fc.boolean(),
      returned: fc.boolean(),
      more: fc.boolean(),
      cursor: fc.boolean(),
    })
    .map(({ rows, total, returned, more, cursor }) => ({
      ...(total ? { total: rows } : {}),
      ...(returned ? { returned: rows } : {}),
      items: records(rows),
      ...(more ? { has_more: false } : {}),
      ...(cursor ? { next_cursor: null } : {}),
    }));
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  it('is not complete once it is cut at any byte, in any wrapper', () => {
    fc.assert(
      fc.property(honest, fc.nat(wrappers.length - 1), place, (payload, way, at) => {
        const json = JSON.stringify({ ...payload, Straße: 'größer als “vorher” – 日本語 🎉'.repeat(3) });
        const whole = wrappers[way]?.(json) ?? json;
        expect(alone('list_things', args, whole).verdict).toBe('complete');
        // Brackets and quotes of the wrapper after the last byte of the result carry nothing of it.
        const most = Buffer.byteLength(whole.slice(0, whole.lastIndexOf('}', whole.lastIndexOf('🎉') + 8)));
        const cut = Buffer.from(whole)
          .subarray(0, 1 + Math.floor(at * (most - 1)))
          .toString();
        const { verdict } = alone('list_things', args, cut);
        expect(`${verdict} after ${cut.slice(-40)}`).not.toMatch(/^complete/);
      }),
      { numRuns: 400 },
    );
  });
});

describe('unrelated calls', () => {
  it('never change a verdict', () => {
    const log = [
      call('a', { q: 1, limit: 5 }, { items: records(5) }),
      call('b', {}, { total: 9, items: records(9) }),
      call('c', { cursor: 'x' }, { items: records(3), next_cursor: 'y' }),
    ];
    const before = judged(...log).map(brief);
    fc.assert(
      fc.property(fc.array(payloads, { maxLength: 6 }), (others) => {
        const mixed = others.flatMap((payload, i) => [call(`other_${i}`, { limit: 5 + i }, payload)]);
        expect(
          judged(...mixed, ...log)
            .slice(-log.length)
            .map(brief),
        ).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });
});

describe('hostile payloads', () => {
  it('never throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.json({ maxDepth: 4 }), fc.string(), fc.string({ unit: 'binary' })),
        fc.oneof(fc.json(), fc.string()),
        (text, words) => {
          expect(() => judged({ ...call('any_tool', {}, text), args: words })).not.toThrow();
        },
      ),
      { numRuns: 400 },
    );
  });
});
