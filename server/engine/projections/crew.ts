import type { RecordedEvent } from '../../core/event.js';
import { StepFailed, type Checkpoints, type Step } from './checkpoints.js';
import type { RealmFeed } from './feed.js';
import type { Follower } from './follower.js';
import { RowBatch } from './row-batch.js';

/** After a step there may be more events, a whole page was not there, there was none, or somebody has to do the page again. */
export type Progress = 'more' | 'some' | 'none' | 'again';

interface CrewOptions {
  readonly feed: RealmFeed;
  readonly checkpoints: Checkpoints;
  /** Most events that one transaction carries. */
  readonly batchEventsMax: number;
  readonly followers: readonly Follower[];
  /** Whether it is one read model that follows alone. It waits while its slots are being switched. */
  readonly isAlone: boolean;
  /** Called with a follower that is behind or whose slots are being switched, or that an error broke. */
  leave(follower: Follower, error?: unknown): Promise<void>;
}

interface Task extends Step {
  readonly follower: Follower;
}

const IDLE_MS = 5_000;
/** Events without a row move the checkpoint in strides: after a crash they are read again, which is harmless. */
const STRIDE_MS = 2_000;

/** Read models that go through one realm together: each page of events is one transaction for all of them. */
export class Crew {
  private readonly followers: Set<Follower>;

  constructor(private readonly options: CrewOptions) {
    this.followers = new Set(options.followers);
  }

  get isAlone(): boolean {
    return this.options.isAlone;
  }

  get isEmpty(): boolean {
    return this.followers.size === 0;
  }

  get isAwaited(): boolean {
    return [...this.followers].some((follower) => follower.isAwaited);
  }

  /** Everybody shows the events up to here. */
  get position(): number {
    return Math.min(...[...this.followers].map(({ position }) => position));
  }

  join(followers: Iterable<Follower>): void {
    for (const follower of followers) this.followers.add(follower);
  }

  /** Everybody reads their checkpoint before the next event. */
  close(): void {
    for (const follower of this.followers) follower.isOpen = false;
  }

  /** @throws when the database is away */
  async step(): Promise<Progress> {
    const { feed, batchEventsMax } = this.options;
    await this.open();
    await this.leaveBehind();
    const page = await feed.take(this.position, batchEventsMax);
    const last = page.at(-1);
    if (last === undefined) return (await this.storePassed()) ? 'none' : 'again';
    if (!(await this.pass(page, last.position))) return 'again';
    return page.length < batchEventsMax ? 'some' : 'more';
  }

  /** How long there is nothing to do while no event comes. */
  get idleMs(): number {
    const pending = pendingOf(this.followers);
    const oldest = Math.min(...pending.map(({ storedAt }) => storedAt));
    return pending.length === 0 ? IDLE_MS : Math.max(0, oldest + STRIDE_MS - performance.now());
  }

  async leaveWith(error: unknown): Promise<void> {
    for (const follower of [...this.followers]) await this.leave(follower, error);
  }

  private async leave(follower: Follower, error?: unknown): Promise<void> {
    this.followers.delete(follower);
    await this.options.leave(follower, error);
  }

  private async open(): Promise<void> {
    const { feed, checkpoints } = this.options;
    const closed = [...this.followers].filter(({ isOpen }) => !isOpen);
    if (closed.length === 0) return;
    const names = closed.map(({ name }) => name);
    const found = await checkpoints.open(feed.realm, names);
    for (const follower of closed) {
      const checkpoint = found.get(follower.name);
      if (checkpoint === undefined) throw new Error(`no checkpoint for ${follower.name} in ${feed.realm}`);
      follower.open(checkpoint);
    }
  }

  /** Up to a page behind is not behind: the others pass over events that they already show. */
  private async leaveBehind(): Promise<void> {
    const foremost = Math.max(...[...this.followers].map(({ position }) => position));
    for (const follower of [...this.followers])
      if (follower.position < foremost - this.options.batchEventsMax) await this.leave(follower);
  }

  /** Takes everybody past a page that ends at `to`; answers whether all could. */
  private async pass(page: readonly RecordedEvent[], to: number): Promise<boolean> {
    const now = performance.now();
    const passing: Follower[] = [];
    const tasks: Task[] = [];
    for (const follower of [...this.followers]) {
      if (follower.position >= to) continue;
      try {
        const rows = follower.rowsOf(page);
        if (!rows.isEmpty || now - follower.storedAt > STRIDE_MS) tasks.push(taskOf(follower, to, rows));
        passing.push(follower);
      } catch (error) {
        await this.leave(follower, error);
      }
    }
    const kept = await this.store(tasks);
    for (const follower of passing) if (!kept.has(follower)) follower.passed(to);
    return kept.size === 0;
  }

  /** Alone, a follower stores at once what it has passed, so it joins the others with nothing to do. */
  private async storePassed(): Promise<boolean> {
    if (!this.isAlone && this.idleMs > 0) return true;
    const tasks = pendingOf(this.followers).map((follower) => taskOf(follower, follower.position));
    return (await this.store(tasks)).size === 0;
  }

  /** Answers those that have not moved. */
  private async store(tasks: readonly Task[]): Promise<ReadonlySet<Follower>> {
    const { feed, checkpoints, isAlone } = this.options;
    const kept = new Set<Follower>();
    if (tasks.length === 0) return kept;
    const fates = await checkpoints.advance(feed.realm, tasks, { live: true, waits: isAlone });
    for (const [index, { follower, to }] of tasks.entries()) {
      const fate = fates[index];
      if (fate === 'moved') follower.storedUpTo(to);
      else kept.add(follower);
      if (fate === 'stale') follower.isOpen = false;
      if (fate === 'held') await this.leave(follower);
      if (fate instanceof StepFailed) await this.leave(follower, fate.reason);
    }
    return kept;
  }
}

/** Those that passed events which gave no row, and have not said so yet. */
export function pendingOf(followers: Iterable<Follower>): Follower[] {
  return [...followers].filter(({ isHalted, isOpen, position, stored }) => isOpen && !isHalted && position > stored);
}

export function taskOf(follower: Follower, to: number, rows = new RowBatch()): Task {
  return { follower, projection: follower.name, slot: follower.slot, from: follower.stored, to, rows };
}
