import { expect, it } from 'vitest';
import { findClaims } from '@/lib/claims/find';
import { judgeClaims } from '@/lib/claims/judge';
import { call, records } from '../judging';
import { answer, evidence } from './judging';

it('judges 100 KB of answer against 2,000 calls in less than a second', () => {
  const nouns = ['invoice', 'incident', 'customer', 'order', 'ticket', 'shipment'];
  const calls = evidence(
    Array.from({ length: 2000 }, (_, i) =>
      call(
        `list_${nouns[i % nouns.length]}s`,
        { limit: 20, region: `r${i}` },
        { items: records(20, i), has_more: true },
      ),
    ),
  );
  const sentence = (i: number) =>
    `There are ${20 + (i % 400)} ${nouns[i % nouns.length]}s in r${i}, and none of them is late. All orders are open. `;
  let text = '';
  for (let i = 0; text.length < 100_000; i++) text += sentence(i);
  const claims = findClaims(text, null);
  expect(claims.length).toBeGreaterThan(1000);
  const started = performance.now();
  const judged = judgeClaims(answer(text), claims, calls, calls);
  const took = performance.now() - started;
  expect(judged).toHaveLength(claims.length);
  expect(took).toBeLessThan(1000);
});
