import type { StaffQueueView } from '../../contracts/staff-desk.contract.js';
import { isFresh, type Clock } from '../core/clock.js';
import { waitingFor, type Worker } from './queues/all.js';
import type { QueueParts } from './queues/queue.js';

/** Several consoles ask every few seconds: those of the same roles and queues share one answer. */
const KEPT_MS = 2_000;

/** The queues of each role, as they stand now. */
export class StaffQueues {
  private readonly kept = new Map<string, { at: number; view: Promise<StaffQueueView[]> }>();

  constructor(
    private readonly parts: Omit<QueueParts, 'now'>,
    private readonly clock: Clock,
  ) {}

  of(worker: Worker): Promise<StaffQueueView[]> {
    const now = this.clock.now();
    const key = `${worker.roles.join()} ${worker.queues.join()}`;
    const kept = this.kept.get(key);
    if (kept !== undefined && isFresh(kept.at, now, KEPT_MS)) return kept.view;
    const view = waitingFor(worker, { ...this.parts, now });
    this.kept.set(key, { at: now, view });
    return view;
  }
}
