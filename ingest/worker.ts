import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { storePath } from '@/db/paths';
import { openStore, openWriter, type Writer } from '@/db/sqlite/open';
import { declareDialects } from '@/lib/contract';
import { declareAccounts } from './accounts/naming';
import { adopt } from './declared';
import { Follower } from './follow';
import { declareColumns } from './formats/csv-columns';
import { ChosenLogs } from './found-logs-chosen';
import { Pipeline } from './pipeline';
import { ReceiverHost } from './receiver/host';
import { loadSample } from './sample-month';
import { leaveStatus, type Orders, orders, troubleOf, type WorkerStatus, writeStatus } from './worker-status';

/** What the worker tells the process that started it. */
export type WorkerMessage =
  | { type: 'status'; status: WorkerStatus }
  | { type: 'trouble'; path: string; reason: string };

const HEARTBEAT = 5_000;
const LOOK_FOR_WISHES = 500;
const LOOK_FOR_LOGS = 60_000;
const LOOK_FOR_NEWS = 2_000;
const GIVE_WAY = 50;

/**
 * The process beside the web server that reads: the sample month first, then the folders that it was told to watch.
 * It is the one writer of the user's store. Ends on SIGTERM, and when the process that started it is gone.
 */
class Worker {
  private readonly writer: Writer;
  private readonly pipeline: Pipeline;
  private readonly chosen: ChosenLogs;
  private readonly receiver: ReceiverHost;
  private follower: Follower;
  private readonly status: WorkerStatus;
  private readonly samplePath: string;
  private readonly timers: NodeJS.Timeout[] = [];
  private loading: Promise<void> | null = null;
  private following: Promise<void> = Promise.resolve();
  private switching: Promise<void> = Promise.resolve();
  /** Grows with each change of what is followed: only the last one goes on to follow. */
  private turn = 0;
  private followed = false;
  private stopping = false;
  /** What was received is judged again beside the follower, one run at a time. */
  private settling: Promise<void> | null = null;
  private settledUntil = 0;

  constructor(private readonly orders: Orders) {
    this.samplePath = storePath('sample', orders.folder);
    this.writer = openWriter(storePath('own', orders.folder));
    declareDialects(orders.declared);
    declareAccounts(orders.accounts ?? {});
    declareColumns(orders.csv ?? {});
    adopt(this.writer, orders);
    const { restarts, lastCrash } = orders;
    const trouble = troubleOf(lastCrash, Date.now());
    this.status = { state: 'idle', progress: null, says: null, trouble, startedAt: Date.now(), restarts, lastCrash };
    this.pipeline = new Pipeline(this.writer);
    this.receiver = new ReceiverHost(orders.folder, this.writer, this.pipeline, (error) =>
      this.tell({ type: 'trouble', path: 'what was received', reason: wordsOf(error) }),
    );
    // A worker that came back after a crash has what was chosen since in its store.
    const asked = restarts === 0 ? orders.found : [];
    this.chosen = new ChosenLogs(this.writer, orders.folder, orders.offer, asked);
    this.follower = this.newFollower();
  }

  private newFollower(): Follower {
    return new Follower(this.writer, this.pipeline, {
      onTrouble: (path, error) => this.tell({ type: 'trouble', path, reason: wordsOf(error) }),
      onProgress: (done, total, progress) =>
        this.report({ state: 'reading', progress, says: `Reading file ${done} of ${total}.` }),
    });
  }

  /** What was named at the start, and the found logs that someone chose. */
  private watched(): string[] {
    return [...new Set([...this.orders.watch, ...this.chosen.folders()])];
  }

  async run(): Promise<void> {
    this.report({}, true);
    this.beat();
    await this.receiver.listen();
    this.timers.push(
      setInterval(() => this.beat(), HEARTBEAT),
      setInterval(() => this.wishes(), LOOK_FOR_WISHES),
      setInterval(() => this.lookForLogs(), LOOK_FOR_LOGS),
      setInterval(() => this.lookForNews(), LOOK_FOR_NEWS),
    );
    this.lookForLogs();
    if (this.orders.sample && (await this.wantsSample())) this.load();
    this.following = this.watched().length > 0 ? this.follow() : this.settle();
    await Promise.all([this.loading, this.following]);
  }

  async stop(): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    for (const timer of this.timers) clearInterval(timer);
    await this.receiver.stop();
    await this.follower.stop();
    await this.switching;
    await this.loading;
    await this.settling;
    if (!this.followed) await this.following;
    this.report({ state: 'stopped', progress: null, says: null }, true);
    this.writer.close();
  }

  /** What an earlier run left to be judged again; the follower sees to it where there is one. */
  private async settle(): Promise<void> {
    await this.pipeline.settle(() => this.stopping);
  }

  /** Judges what came over the receiver: the follower judges only what its own files brought. */
  private lookForNews(): void {
    const { written } = this.pipeline;
    if (this.settling !== null || this.stopping || this.status.state === 'reading' || written === this.settledUntil)
      return;
    this.settledUntil = written;
    this.settling = this.settle()
      .catch((error: unknown) => this.report({ trouble: wordsOf(error) }, true))
      .finally(() => {
        this.settling = null;
      });
  }

  private async follow(): Promise<void> {
    this.report({ state: 'reading', says: 'Reading the folders.' }, true);
    this.followed = true;
    const { follower } = this;
    await follower.watch(this.watched());
    if (follower === this.follower) this.rest();
  }

  /** Someone chose otherwise: the follower gives way to one of the folders that are followed from now on. */
  private followOtherwise(): void {
    const turn = ++this.turn;
    this.switching = this.giveWay()
      .then(() => {
        if (this.stopping || turn !== this.turn) return;
        this.follower = this.newFollower();
        if (this.watched().length === 0) return this.rest();
        this.following = this.follow();
        this.following.catch((error: unknown) => this.report({ trouble: wordsOf(error) }, true));
      })
      .catch((error: unknown) => this.report({ trouble: wordsOf(error) }, true));
  }

  private async giveWay(): Promise<void> {
    await this.follower.stop();
    // A look at folders that was stopped never ends by itself; judging again does.
    if (!this.followed) await this.following;
    await this.chosen.release();
  }

  private lookForLogs(): void {
    this.chosen.publish().catch((error: unknown) => this.tell({ type: 'trouble', path: '~', reason: wordsOf(error) }));
  }

  /** The sample month is loaded once, into an empty data folder; who removed it is not given it again. */
  private async wantsSample(): Promise<boolean> {
    const before = this.writer.meta.get('sample');
    if (before === 'loaded') return false;
    // A load that a crash or a stop cut short goes on, whatever was read beside it.
    if (before === 'loading' && existsSync(this.samplePath)) return true;
    const store = openStore(this.writer.path, 'own');
    try {
      return (await store.get(sql`SELECT 1 FROM calls LIMIT 1`)) === undefined;
    } finally {
      store.close();
    }
  }

  /** The dashboard leaves a file when someone asks for the sample month, or for the logs that were found. */
  private wishes(): void {
    if (this.chosen.takeWishes()) {
      this.lookForLogs();
      this.followOtherwise();
    }
    const wish = join(this.orders.folder, 'load-sample');
    if (this.loading || !existsSync(wish)) return;
    rmSync(wish, { force: true });
    this.load();
  }

  private load(): void {
    this.loading = this.loadMonth()
      .catch((error: unknown) =>
        this.report({ trouble: `The sample month could not be loaded: ${wordsOf(error)}` }, true),
      )
      .finally(() => {
        this.loading = null;
        this.rest();
      });
  }

  private async loadMonth(): Promise<void> {
    this.report({ state: 'loading', progress: 0, says: 'Loading the sample month.' }, true);
    this.writer.transaction(() => this.writer.meta.set('sample', 'loading', Date.now()));
    const whole = await loadSample(this.samplePath, {
      stop: () => this.stopping,
      makeWay: () => this.ownFirst(),
      onProgress: (progress, calls, writer) => {
        this.report({
          state: 'loading',
          progress,
          says: `Loading the sample month: ${calls.toLocaleString('en-US')} calls.`,
        });
        writeStatus(writer, this.status, Date.now());
      },
    });
    if (whole) this.writer.transaction(() => this.writer.meta.set('sample', 'loaded', Date.now()));
  }

  /** Someone's own logs are read before the sample month is judged. */
  private async ownFirst(): Promise<void> {
    do await sleep(this.follower.size.waiting > 0 ? GIVE_WAY : 0);
    while (!this.stopping && this.follower.size.waiting > 0);
  }

  private rest(): void {
    if (this.stopping || this.loading) return;
    const folders = this.watched().length;
    const says = folders === 0 ? null : `Watching ${folders === 1 ? '1 folder' : `${folders} folders`}.`;
    this.report({ state: folders > 0 ? 'watching' : 'idle', progress: null, says }, true);
  }

  /** Says that data can arrive, and lets an old crash be forgotten. */
  private beat(): void {
    const now = Date.now();
    if (this.watched().length > 0) this.writer.transaction(() => this.writer.meta.set('arriving', '1', now));
    if (this.status.lastCrash && !troubleOf(this.status.lastCrash, now)) this.status.trouble = null;
    writeStatus(this.writer, this.status, now);
  }

  /** `everywhere`: also in the sample's store, so that a screen which shows the sample knows. */
  private report(change: Partial<WorkerStatus>, everywhere = false): void {
    Object.assign(this.status, change);
    const now = Date.now();
    writeStatus(this.writer, this.status, now);
    if (everywhere && !this.loading) leaveStatus(this.samplePath, this.status, now);
    this.tell({ type: 'status', status: { ...this.status } });
  }

  private tell(message: WorkerMessage): void {
    if (process.connected) process.send?.(message);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

let worker: Worker | null = null;
const end = () => {
  const stopped = worker?.stop() ?? Promise.resolve();
  stopped.then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(wordsOf(error));
      process.exit(1);
    },
  );
};
process.once('SIGTERM', end);
// Ctrl-C reaches the whole group; the process that started this one says when to stop.
process.on('SIGINT', () => {});
process.once('disconnect', end);
const [given] = await once(process, 'message');
worker = new Worker(orders.parse(given));
await worker.run();
