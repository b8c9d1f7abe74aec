import type { RecordedEvent } from '../../core/event.js';
import { balanceKey } from './cache.js';

/**
 * Events that are decided, kept until no reader can have missed them. A state that is read from the store during an append lacks
 * later events; the journal supplies them.
 */
export class Journal {
  private events: RecordedEvent[] = [];
  private readers = 0;
  private durablePosition = 0;

  add(event: RecordedEvent): void {
    this.events.push(event);
  }

  durable(position: number): void {
    this.durablePosition = position;
    if (this.readers === 0) this.trim();
  }

  clear(): void {
    this.events = [];
  }

  /** While the reading runs, nothing is trimmed. */
  async during<Answer>(reading: () => Promise<Answer>): Promise<Answer> {
    this.readers += 1;
    try {
      return await reading();
    } finally {
      this.readers -= 1;
    }
  }

  /** What was posted to an account after a position. */
  postedSince(position: number, account: string, asset: string): bigint {
    const key = balanceKey(account, asset);
    let sum = 0n;
    for (const event of this.events) {
      if (event.position <= position) continue;
      for (const posting of event.postings ?? []) {
        if (balanceKey(posting.account, posting.asset) === key) sum += posting.amount;
      }
    }
    return sum;
  }

  private trim(): void {
    let keep = 0;
    while (keep < this.events.length && (this.events[keep] as RecordedEvent).position <= this.durablePosition)
      keep += 1;
    if (keep > 0) this.events.splice(0, keep);
  }
}
