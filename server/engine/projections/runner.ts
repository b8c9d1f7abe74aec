import type { Pool } from 'pg';
import { Checkpoints } from './checkpoints.js';
import { RealmFeed } from './feed.js';
import type { FollowerStatus } from './follower.js';
import type { EventSource, Projection } from './projection.js';
import { RealmWorker, type Log } from './worker.js';

interface RunnerOptions {
  /** It must pipeline when more than one read model follows a realm. */
  readonly pool: Pool;
  readonly source: EventSource;
  readonly projections: readonly Projection[];
  readonly log: Log;
  readonly batchEventsMax?: number;
  readonly gatherMs?: number;
  /** The polling interval for appends of other processes. */
  readonly headPollMs?: number;
}

const WAIT_MS = 3_000;

/** Keeps every read model up to date with every realm it reads. */
export class ProjectionRunner {
  private readonly feeds = new Map<string, RealmFeed>();
  private readonly workers = new Map<string, RealmWorker>();
  private unsubscribe: (() => void) | undefined;
  private poll: NodeJS.Timeout | undefined;

  constructor(readonly options: RunnerOptions) {
    const { pool, projections, ...more } = options;
    const checkpoints = new Checkpoints(pool);
    for (const realm of new Set(projections.flatMap(({ realms }) => realms))) {
      const ofRealm = projections.filter(({ realms }) => realms.includes(realm));
      this.workers.set(realm, new RealmWorker({ ...more, feed: this.feed(realm), checkpoints }, ofRealm));
    }
  }

  /** Starts reading. Answers when the heads are known; catching up goes on beside. */
  async start(): Promise<void> {
    this.unsubscribe = this.options.source.subscribe((realm, events) => this.feeds.get(realm)?.announce(events));
    await this.readHeads();
    for (const worker of this.workers.values()) worker.start();
    this.poll = setInterval(() => void this.readHeads().catch(() => undefined), this.options.headPollMs ?? 1_000);
    this.poll.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.poll);
    this.unsubscribe?.();
    await Promise.all([...this.workers.values()].map((worker) => worker.stop()));
  }

  /** The feed of a realm, shared by everything that reads it in this process. */
  feed(realm: string): RealmFeed {
    let feed = this.feeds.get(realm);
    if (feed === undefined) this.feeds.set(realm, (feed = new RealmFeed(realm, this.options.source)));
    return feed;
  }

  /** Waits until a read model shows a position, for readers of their own writes. False when it takes longer. */
  async waitFor(projection: string, realm: string, position: number, timeoutMs = WAIT_MS): Promise<boolean> {
    const reached = this.workers.get(realm)?.waitFor(projection, position, timeoutMs);
    if (reached === undefined) throw new Error(`no projection ${projection} reads ${realm}`);
    return reached;
  }

  /** Waits until a read model shows everything that was durable when the question came. */
  async upToDate(projection: string, realm: string, timeoutMs = WAIT_MS): Promise<boolean> {
    return this.waitFor(projection, realm, this.feed(realm).position, timeoutMs);
  }

  status(): FollowerStatus[] {
    return [...this.workers.values()].flatMap((worker) => worker.status());
  }

  /** What keeps the process from being ready: halted read models, and those too far behind to serve. */
  problems(lagEventsMax = 50_000): string[] {
    return this.status().flatMap(({ projection, realm, state, error, lagEvents }) => {
      if (state === 'halted') return [`projection ${projection} of ${realm} halted ${error}`];
      return lagEvents > lagEventsMax ? [`projection ${projection} of ${realm} is ${lagEvents} events behind`] : [];
    });
  }

  private async readHeads(): Promise<void> {
    const { rows } = await this.options.pool.query<{ realm: string; position: number }>({
      name: 'realm-heads',
      text: 'SELECT realm, position FROM realm_heads',
    });
    for (const { realm, position } of rows) this.feeds.get(realm)?.headMoved(position);
  }
}
