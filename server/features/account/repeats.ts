import type { Clock } from '../../core/clock.js';

/** A client repeats what got no answer after one and after three seconds; later a repeat is a new request. */
const KEPT_MS = 60_000;
const KEPT_MAX = 10_000;

/**
 * Answers that no command keeps, because a token or a used-up code is part of them: a repeat under the same key gets the answer of the
 * first try, also while that is still at work. In memory and for a minute.
 */
export class Repeats {
  private readonly kept = new Map<string, { at: number; answer: Promise<unknown> }>();

  constructor(private readonly clock: Clock) {}

  once<Answer>(keys: readonly string[], work: () => Promise<Answer>): Promise<Answer> {
    const [key] = keys;
    if (key === undefined) return work();
    const now = this.clock.now();
    this.drop(now);
    const known = this.kept.get(key);
    if (known !== undefined) return known.answer as Promise<Answer>;
    const answer = work();
    this.kept.set(key, { at: now, answer });
    // What failed by our own mistake may be tried again.
    answer.catch(() => this.kept.delete(key));
    return answer;
  }

  private drop(now: number): void {
    for (const [key, { at }] of this.kept) {
      if (now - at < KEPT_MS && this.kept.size <= KEPT_MAX) return;
      this.kept.delete(key);
    }
  }
}
