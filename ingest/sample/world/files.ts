/** A repository with a blog in it: 635 posts in series, some pages, some source. */

import { isoDay, LAST_DAY } from '../calendar';
import type { Random } from '../random';

export interface BlogFile {
  path: string;
  lines: string[];
}

/** Posts per series; `null` is a post without one. Together the catalog of 635. */
export const SERIES: readonly (readonly [series: string | null, posts: number])[] = [
  ['clearinghouse', 326],
  ['liam', 110],
  ['drj', 58],
  ['jeff', 54],
  ['terminal', 45],
  [null, 12],
  ['beyond-the-leaderboard', 9],
  ['paula', 7],
  ['jasmine', 6],
  ['hermes-tools', 3],
  ['the-edge', 2],
  ['agentic-experiments', 1],
  ['deployment-recipes', 1],
  ['the-social-forge', 1],
];

const SUBJECTS = [
  'cron',
  'token',
  'receipt',
  'page',
  'census',
  'queue',
  'ledger',
  'cursor',
  'prompt',
  'cache',
  'schema',
  'retry',
];
const VERBS = [
  'reading',
  'counting',
  'trusting',
  'breaking',
  'shipping',
  'naming',
  'pinning',
  'watching',
  'mending',
  'timing',
];
const TURNS = ['twice', 'in-public', 'at-night', 'by-hand', 'without-fear', 'the-hard-way', 'on-a-budget', 'for-real'];

export const BLOG = 'content/blog';

export function makeFiles(random: Random): BlogFile[] {
  const owners = random.shuffle(SERIES.flatMap(([series, posts]) => new Array<string | null>(posts).fill(series)));
  const files = owners.map((series, k) => post(series, k, owners.length, random));
  // One post of the series quotes another's front matter: one more match than files.
  const quoting = files.find((file) => file.lines.includes('series: liam'));
  quoting?.lines.push('', 'Its front matter says:', '    series: liam');
  for (let k = 0; k < 42; k += 1) files.push(plain(`content/pages/${pick3(random, k)}.md`, '# Page', random));
  for (let k = 0; k < 187; k += 1)
    files.push(plain(`src/components/${pick3(random, k)}.tsx`, 'export function View() {', random));
  for (let k = 0; k < 23; k += 1) files.push(plain(`scripts/${pick3(random, k)}.sh`, '#!/bin/sh', random));
  return files.sort((left, right) => (left.path < right.path ? -1 : 1));
}

const pick3 = (random: Random, k: number): string => `${random.pick(VERBS)}-${random.pick(SUBJECTS)}-${k}`;

function post(series: string | null, k: number, of: number, random: Random): BlogFile {
  const date = isoDay(LAST_DAY - 30 - Math.floor(((of - k) * 640) / of));
  const subject = random.pick(SUBJECTS);
  const title = `${random.pick(VERBS)} the ${subject} ${random.pick(TURNS).replaceAll('-', ' ')}`;
  const lines = ['---', `title: "${title}"`, `date: ${date}`];
  if (series !== null) lines.push(`series: ${series}`);
  lines.push('---', '', `What ${subject} taught us this week, and what we changed.`);
  if (random.chance(0.3)) lines.push('TODO: add the diagram.');
  return { path: `${BLOG}/${date}-${title.replaceAll(' ', '-')}-${k + 1}.md`, lines };
}

function plain(path: string, first: string, random: Random): BlogFile {
  const lines = [first, `// ${random.pick(SUBJECTS)}`];
  if (random.chance(0.2)) lines.push('// TODO: tidy');
  return { path, lines };
}
