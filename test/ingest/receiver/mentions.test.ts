import { expect, test } from 'vitest';
import type { Mention } from '@/db/sqlite/writer/inbox';
import { byBelief, makingOf, takenBack } from '@/ingest/receiver/mentions';

function mention(trace: string, standing: number, start: number | null, gives = 0): Mention {
  return { id: 'call', trace, standing, start, gives, hash: `hash of ${trace}` };
}

test('a call belongs to the trace that ran it, else that asked for it, else that spoke of it first', () => {
  const told = [
    mention('late', 0, 50),
    mention('untimed', 0, null),
    mention('b', 0, 10),
    mention('a', 0, 10),
    mention('asked', 1, 90),
    mention('ran', 2, 100),
  ];
  const order = ['ran', 'asked', 'a', 'b', 'late', 'untimed'];
  expect(byBelief(told).map(({ trace }) => trace)).toEqual(order);
  expect(byBelief([...told].reverse()).map(({ trace }) => trace)).toEqual(order);
});

test('only a trace that gives what those before it do not know is a part, and what is given no more is taken back', () => {
  const owner = mention('owner', 2, 1, 0b0001);
  const result = mention('result', 0, 2, 0b0101);
  const full = makingOf([owner, result, mention('same', 0, 3, 0b0101)]);
  expect(full.parts.map(({ trace }) => trace)).toEqual(['owner', 'result']);
  expect(makingOf([owner, result]).sign).toBe(full.sign);
  const alone = makingOf([owner]);
  expect(alone.sign).not.toBe(full.sign);
  expect(takenBack(full.sign, alone.sign)).toEqual({ result: null });
  expect(takenBack(alone.sign, full.sign)).toEqual({});
  expect(takenBack(null, alone.sign)).toEqual({});
});
