import { findClaims } from '@/lib/claims/find';
import { judgeClaims } from '@/lib/claims/judge';
import { call, records } from '/work/main/test/lib/judging';
import { answer, evidence } from '/work/main/test/lib/claims/judging';
const nouns = ['invoice', 'incident', 'customer', 'order', 'ticket', 'shipment'];
const calls = evidence(Array.from({ length: 2000 }, (_, i) => call(`list_${nouns[i % 6]}s`, { limit: 20, region: `r${i}` }, { items: records(20, i), has_more: true })));
let text = '';
for (let i = 0; text.length < 100_000; i++) text += `There are ${20 + (i % 400)} ${nouns[i % 6]}s in r${i}, and none of them is late. All orders are open. `;
const claims = findClaims(text, null);
for (let k = 0; k < 5; k++) { const t = performance.now(); judgeClaims(answer(text), claims, calls, calls); console.log(claims.length, performance.now() - t); }
