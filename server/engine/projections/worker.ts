import { setTimeout } from 'node:timers/promises';
import { isAway } from '../history/away.js';
import type { Checkpoints } from './checkpoints.js';
import { Crew, pendingOf, taskOf, type Progress } from './crew.js';
import type { RealmFeed } from './feed.js';
import { Follower, type FollowerStatus } from './follower.js';
import type { Projection } from './projection.js';

interface WorkerOptions {
  readonly feed: RealmFeed;
  readonly checkpoints: Checkpoints;
  readonly log: Log;
  /** Most events that one transaction carries. */
  readonly batchEventsMax?: number;
  /** How long to collect events after a batch while no reader waits: fewer, larger transactions cost less. */
  readonly gatherMs?: number;
}

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const RETRY_MS = 20;
const RETRY_MS_MAX = 2_000;

/**
 * Feeds the read models of one realm. Those that keep up share each transaction. One that is behind, that failed, or whose slots are
 * being switched follows alone until it has caught up or halts; the others do not wait for it.
 */
export class RealmWorker {
  private readonly followers: readonly Follower[];
  private readonly together: Crew;
  /** They have caught up alone and join before the next page. */
  private readonly joining = new Set<Follower>();
  /** Those whose last step found the database away. */
  private readonly stranded = new Set<Crew>();
  private readonly loops = new Set<Promise<void>>();
  private readonly bells = new Set<AbortController>();
  private isStopping = false;

  constructor(
    private readonly options: WorkerOptions,
    projections: readonly Projection[],
  ) {
    this.followers = projections.map((projection) => new Follower(projection, options.feed));
    this.together = this.crewOf(this.followers, false);
  }

  start(): void {
    if (this.loops.size === 0) this.keep(this.followTogether());
  }

  async stop(): Promise<void> {
    const { feed, checkpoints } = this.options;
    this.isStopping = true;
    this.wake();
    while (this.loops.size > 0) await Promise.all(this.loops);
    const tasks = pendingOf(this.followers).map((follower) => taskOf(follower, follower.position));
    // If another process moved on or the database is away, these events are read again.
    if (tasks.length > 0)
      await checkpoints.advance(feed.realm, tasks, { live: true, waits: false }).catch(() => undefined);
    for (const follower of this.followers) follower.giveUpWaiting();
  }

  status(): FollowerStatus[] {
    return this.followers.map((follower) => follower.status());
  }

  /**
   * Resolves to true once the read model shows that position, to false when it halts or the time is over; `undefined` when no
   * read model has that name.
   */
  waitFor(projection: string, position: number, timeoutMs: number): Promise<boolean> | undefined {
    const follower = this.followers.find(({ name }) => name === projection);
    if (follower === undefined) return undefined;
    if (this.isStopping) return Promise.resolve(follower.position >= position);
    const reached = follower.waitFor(position, timeoutMs);
    if (follower.isAwaited) this.wake();
    return reached;
  }

  private crewOf(followers: readonly Follower[], isAlone: boolean): Crew {
    const { feed, checkpoints, batchEventsMax = 4_096 } = this.options;
    const leave = async (follower: Follower, error?: unknown): Promise<void> => {
      if (isAlone) await this.halt(follower, error);
      else this.keep(this.followAlone(follower));
    };
    return new Crew({ feed, checkpoints, batchEventsMax, followers, isAlone, leave });
  }

  private keep(loop: Promise<void>): void {
    this.loops.add(loop);
    void loop.finally(() => this.loops.delete(loop));
  }

  private async followTogether(): Promise<void> {
    const { gatherMs = 100 } = this.options;
    await this.run(this.together, async (progress) => {
      if (progress === 'some' && !this.together.isAwaited) await this.pause(gatherMs);
      if (progress === 'none' && this.joining.size === 0) await this.idle(this.together);
      this.together.join(this.joining);
      this.joining.clear();
      return false;
    });
  }

  /** From its last checkpoint to where the others are, or until it halts. */
  private async followAlone(follower: Follower): Promise<void> {
    const crew = this.crewOf([follower], true);
    await this.run(crew, async (progress) => {
      if (progress === 'again') return false;
      if (this.together.isEmpty || follower.position >= this.together.position) return true;
      // The others have read what another process appended; this one will hear of it.
      if (progress === 'none') await this.idle(crew);
      return false;
    });
    if (crew.isEmpty || this.isStopping) return;
    this.joining.add(follower);
    this.wake();
  }

  /** Steps until it is done, until nobody is left of a crew that is alone, or until the stop. */
  private async run(crew: Crew, isDone: (progress: Progress) => Promise<boolean>): Promise<void> {
    let retryMs = RETRY_MS;
    while (!this.isStopping && !(crew.isAlone && crew.isEmpty)) {
      try {
        const progress = await crew.step();
        this.stranded.delete(crew);
        retryMs = RETRY_MS;
        if (await isDone(progress)) return;
      } catch (error) {
        if (isAway(error)) {
          this.strand(crew, error);
          await this.pause(retryMs);
          retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
        } else await crew.leaveWith(error);
      }
    }
    this.stranded.delete(crew);
  }

  /** One line for a realm and outage, however many try again and however often. */
  private strand(crew: Crew, error: unknown): void {
    const { feed, log } = this.options;
    if (this.stranded.size === 0)
      log.warn(`read models of ${feed.realm} cannot be written and will try again until they can: ${String(error)}`);
    this.stranded.add(crew);
    crew.close();
  }

  /** Skipping an event would make every later row a lie, so the read model stops and reports it. */
  private async halt(follower: Follower, error: unknown): Promise<void> {
    const { feed, checkpoints, log } = this.options;
    const message = error instanceof Error ? error.message : String(error);
    const problem = `after position ${follower.position}: ${message}`;
    log.error(`projection ${follower.name} of ${feed.realm} halted ${problem}`);
    const tasks = pendingOf([follower]).map(() => taskOf(follower, follower.position));
    if (tasks.length > 0)
      await checkpoints.advance(feed.realm, tasks, { live: true, waits: true }).catch(() => undefined);
    await checkpoints.recordHalt(follower.name, feed.realm, problem).catch(() => undefined);
    follower.halt(problem);
  }

  /** Until an event comes, or something is due. */
  private async idle(crew: Crew): Promise<void> {
    await this.nap((signal) => this.options.feed.sleep(crew.position, crew.idleMs, signal));
  }

  private async pause(ms: number): Promise<void> {
    await this.nap((signal) => setTimeout(ms, undefined, { signal }));
  }

  /** A pause that a waiting reader, a follower that has caught up, or the stop cuts short. */
  private async nap(asleep: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    if (this.isStopping) return;
    const bell = new AbortController();
    this.bells.add(bell);
    await asleep(bell.signal).catch(() => undefined);
    this.bells.delete(bell);
  }

  private wake(): void {
    for (const bell of this.bells) bell.abort();
  }
}
