import { refuse, type Refusal } from '../../core/refusal.js';

/** More requests at once do not come from a person. */
const WAITING_MAX = 100;

/** One at a time for each person: simultaneous requests run one after the other. */
export class OneByOne {
  private readonly queues = new Map<string, { waiting: number; last: Promise<unknown> }>();

  async run<Answer>(userId: string, work: () => Promise<Answer>): Promise<Answer | Refusal> {
    const queue = this.queues.get(userId) ?? { waiting: 0, last: Promise.resolve() };
    if (queue.waiting >= WAITING_MAX) return refuse('request.too-many', { retryAfterSeconds: 1 });
    queue.waiting += 1;
    this.queues.set(userId, queue);
    const mine = queue.last.then(work);
    queue.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) this.queues.delete(userId);
    }
  }
}
