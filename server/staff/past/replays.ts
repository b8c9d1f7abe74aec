import { Injectable } from '@nestjs/common';
import { ServerConfig } from '../../config/config.js';
import type { PersonAsOfView, StreamStateView } from '../../../contracts/staff-history.contract.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { ofSession, Turns } from '../../edge/work/turns.js';
import { isBuilt, openThreads } from '../../edge/work/worker-threads.js';
import { EventStore } from '../../engine/history/event-store.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import type { AsOfQuery } from './person-as-of.js';
import { replayed, type ReplayJob } from './replayed.js';
import type { VersionQuery } from './stream-state.js';

const IDLE_MS = 60_000;
/** How long a query waits for its read models. */
const FRESHEN_MS = 5_000;

/** Replays the past for the console in a thread of its own, one question at a time, so that trading goes on. */
@Injectable()
export class Replays {
  /** Stepping through versions reads two states at each step. */
  private readonly turns = new Turns({ atOnce: 1, waiting: 24, ofNetwork: 24, ofPerson: 8 });
  private readonly threads;

  constructor(
    private readonly store: EventStore,
    private readonly projections: ProjectionRunner,
    { databaseUrl }: ServerConfig,
  ) {
    const thread = { least: 0, most: 1, idleMs: IDLE_MS };
    this.threads = isBuilt(import.meta.url)
      ? openThreads({ from: import.meta.url, worker: './replays.worker', ...thread, data: { databaseUrl } })
      : undefined;
  }

  stream(staffId: string, id: string, query: VersionQuery): Promise<StreamStateView | Refusal> {
    return this.inTurn(staffId, { kind: 'stream', id, query });
  }

  async person(staffId: string, query: AsOfQuery): Promise<PersonAsOfView | Refusal> {
    const { realm } = query;
    const read = ['ledger', 'orders'].map((name) => this.projections.upToDate(name, realm, FRESHEN_MS));
    if ((await Promise.all(read)).includes(false)) return refuse('request.unavailable');
    return this.inTurn(staffId, { kind: 'person', query });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.destroy();
  }

  private inTurn<View>(staffId: string, job: ReplayJob): Promise<View | Refusal> {
    return this.turns.take(ofSession(staffId), async () => {
      const answer: unknown =
        this.threads === undefined ? await replayed(this.store, job) : await this.threads.run(job);
      return answer as View | Refusal;
    });
  }
}
