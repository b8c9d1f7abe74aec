import { Injectable } from '@nestjs/common';
import { Clock } from '../../core/clock.js';
import { isRefusal } from '../../core/refusal.js';

/** Of each call, so that a bot's orders do not push out the answer to a log-in. */
const KEPT = 5_000;
const KEPT_MS = 10 * 60_000;
/** These say that the wish itself was not granted for now: it may be tried again. */
const TRY_AGAIN = new Set(['request.unavailable', 'request.too-many']);

interface Kept {
  readonly at: number;
  readonly answer: Promise<unknown>;
}

/**
 * What a wish was answered, by its idempotency key: many at once and repeats later get the one answer. The writer does this
 * for commands, durably; here it must hold before and without them too, because a proof that is shown twice would count or be
 * used up twice, and a password that is told once would be made twice. In memory, and for some minutes.
 */
@Injectable()
export class Answers {
  private readonly byCall = new Map<string, Map<string, Kept>>();

  constructor(private readonly clock: Clock) {}

  once<Answer>(call: string, keys: readonly string[], run: () => Promise<Answer>): Promise<Answer> {
    const [key] = keys;
    if (key === undefined) return run();
    const now = this.clock.now();
    const kept = this.byCall.get(call) ?? new Map<string, Kept>();
    this.byCall.set(call, kept);
    const before = kept.get(key);
    if (before !== undefined && now - before.at < KEPT_MS) return before.answer as Promise<Answer>;
    const answer = run();
    keep(kept, key, { at: now, answer });
    const forget = (): void => void (kept.get(key)?.answer === answer && kept.delete(key));
    answer.then((said) => isRefusal(said) && TRY_AGAIN.has(said.refusal) && forget(), forget);
    return answer;
  }
}

function keep(kept: Map<string, Kept>, key: string, newest: Kept): void {
  for (const [oldest, { at }] of kept) {
    if (kept.size < KEPT && newest.at - at < KEPT_MS) break;
    kept.delete(oldest);
  }
  kept.set(key, newest);
}
