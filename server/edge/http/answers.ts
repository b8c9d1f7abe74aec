import type { Clock } from '../../core/clock.js';
import { isRefusal } from '../../core/refusal.js';

const KEPT = 5_000;
const KEPT_MS = 10 * 60_000;
/** These say that nothing was done: the same wish may be tried again. */
const TRY_AGAIN = new Set(['request.unavailable', 'request.too-many']);

/**
 * What a wish was answered, by its idempotency key: many at once and repeats later get the one answer. The writer does this
 * for commands, durably; here it must hold before and without them too, because a proof that is shown twice would count or be
 * used up twice, and a password that is told once would be made twice. In memory, and for some minutes.
 */
export class Answers {
  private readonly kept = new Map<string, { at: number; answer: Promise<unknown> }>();

  constructor(private readonly clock: Clock) {}

  once<Answer>(keys: readonly string[], run: () => Promise<Answer>): Promise<Answer> {
    const [key] = keys;
    if (key === undefined) return run();
    const now = this.clock.now();
    const before = this.kept.get(key);
    if (before !== undefined && now - before.at < KEPT_MS) return before.answer as Promise<Answer>;
    const answer = run();
    this.keep(key, now, answer);
    const forget = (): void => void (this.kept.get(key)?.answer === answer && this.kept.delete(key));
    answer.then((said) => isRefusal(said) && TRY_AGAIN.has(said.refusal) && forget(), forget);
    return answer;
  }

  private keep(key: string, at: number, answer: Promise<unknown>): void {
    for (const [oldest, kept] of this.kept) {
      if (this.kept.size < KEPT && at - kept.at < KEPT_MS) break;
      this.kept.delete(oldest);
    }
    this.kept.set(key, { at, answer });
  }
}
