/** `npm run bench`: measures, and rewrites the figures in BENCHMARKS.md. `npm run bench -- skeleton` measures one part. */

import { join } from 'node:path';
import { capsTable } from './caps';
import { rewrite } from './document';
import { measureFollow } from './follow';
import { machine } from './measure';
import { measureMonth } from './month';
import { measureOtlp } from './otlp';
import { skeletonTable } from './skeleton';
import { truthTables } from './truth';

const document = join(import.meta.dirname, '../BENCHMARKS.md');
const parts = process.argv.slice(2);
const wanted = (part: string): boolean => parts.length === 0 || parts.includes(part);

function write(name: string, body: string): void {
  rewrite(document, name, body);
  console.log(`${name}\n\n${body}\n`);
}

write('machine', `Measured on ${machine()}, on ${new Date().toISOString().slice(0, 10)}.`);
if (wanted('skeleton')) write('skeleton', skeletonTable());
if (wanted('truth')) write('truth', truthTables());
if (wanted('caps')) write('caps', await capsTable());
if (wanted('month')) await measureMonth(write);
if (wanted('follow')) await measureFollow(write);
if (wanted('otlp')) await measureOtlp(write);
