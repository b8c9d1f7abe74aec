import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { HeldUpBooks } from '../core/ports/held-up-books.js';
import { EventStore } from '../engine/history/event-store.js';
import { ProjectionRunner } from '../engine/projections/runner.js';
import { ReactionRunner } from '../engine/reactions/runner.js';
import { ChainWatch } from './chain-watch.js';
import { StreamStates } from './past/stream-state.js';
import type { StaffQueueView } from '../../contracts/staff-lists.contract.js';
import { Clock, isFresh } from '../core/clock.js';
import { waitingFor, type Worker } from './queues/all.js';

/** Several consoles poll every few seconds: those of the same roles and queues share one answer. */
const KEPT_MS = 2_000;

/** The queues of each role, as they stand now. */
@Injectable()
export class StaffQueues {
  private readonly kept = new Map<string, { at: number; view: Promise<StaffQueueView[]> }>();

  private readonly states: StreamStates;

  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly reactions: ReactionRunner,
    private readonly chains: ChainWatch,
    private readonly heldUp: HeldUpBooks,
    store: EventStore,
    private readonly clock: Clock,
  ) {
    this.states = new StreamStates(store);
  }

  of(worker: Worker): Promise<StaffQueueView[]> {
    const now = this.clock.now();
    const key = `${worker.roles.join()} ${worker.queues.join()}`;
    const kept = this.kept.get(key);
    if (kept !== undefined && isFresh(kept.at, now, KEPT_MS)) return kept.view;
    const { pool, projections, reactions, chains, states, heldUp } = this;
    const view = waitingFor(worker, { pool, projections, reactions, chains, states, heldUp, now });
    this.kept.set(key, { at: now, view });
    return view;
  }
}
