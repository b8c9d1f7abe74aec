import { availableParallelism } from 'node:os';
import { refuse, type Refusal } from '../../core/refusal.js';

/** Each check of a password takes a core for a while; one core is left to the rest of the server. */
export const AT_ONCE = Math.max(1, availableParallelism() - 1);
const WAITING_MAX = 200;

/** Nobody more may wait. The edge answers it as the refusal that it carries. */
export class TooManyWaiting extends Error {
  readonly refusal = refuse('request.too-many', { retryAfterSeconds: 1 });
}

/** Lets a few checks of passwords run at a time, in the order in which they came. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** Why nobody more may wait, or `undefined`. */
  refusal(): Refusal | undefined {
    return this.waiting.length < WAITING_MAX ? undefined : new TooManyWaiting().refusal;
  }

  async take<Answer>(check: () => Promise<Answer>): Promise<Answer> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= WAITING_MAX) throw new TooManyWaiting();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.running += 1;
    try {
      return await check();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}
