/** The process that `bench/follow.ts` measures: a Follower as the worker has it. Arguments: the store, then what to follow. */

import { openWriter } from '@/db/sqlite/open';
import { Follower } from '@/ingest/follow';
import { Pipeline } from '@/ingest/pipeline';

const [store = '', ...paths] = process.argv.slice(2);
const writer = openWriter(store);
const tell = (what: string, path: string | null = null): void => {
  process.stdout.write(
    `${JSON.stringify({ what, at: Date.now(), path, peak: process.resourceUsage().maxRSS * 1024 })}\n`,
  );
};
let reads = 0;
let watching = false;
const follower = new Follower(writer, new Pipeline(writer), {
  onRead: (path, outcome) => {
    if (outcome.kind !== 'read') return;
    if (reads++ === 0 || watching) tell('read', path);
  },
  onTrouble: (path, error) => tell('trouble', `${path}: ${String(error)}`),
});
process.once('SIGTERM', () => {
  void follower.stop().then(() => {
    writer.close();
    process.exit(0);
  });
});
tell('started');
await follower.watch(paths);
watching = true;
tell('watching');
