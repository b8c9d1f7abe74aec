import { Injectable } from '@nestjs/common';
import { Clock } from '../../core/clock.js';
import type { RequestToken } from '../../core/command.js';
import { isRetryable } from '../../engine/writer/retryable.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';

const KEPT_MAX = 50_000;
const KEPT_MS = 10 * 60_000;

interface Kept {
  readonly at: number;
  readonly fingerprint: string | undefined;
  readonly answer: Promise<unknown>;
}

/**
 * Answers of calls that are more than one command, by request token and for some minutes: a secret is shown once, and proof that
 * is shown twice would be used up or counted twice. The writer keeps the answers of commands, durably.
 */
@Injectable()
export class Answers {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly clock: Clock) {}

  once<Answer>(token: RequestToken | undefined, run: () => Promise<Answer>): Promise<Answer | Refusal> {
    const { key, fingerprint } = token ?? {};
    if (key === undefined) return run();
    const now = this.clock.now();
    const before = this.kept.get(key);
    if (before !== undefined && now - before.at < KEPT_MS) {
      if (before.fingerprint !== fingerprint) return Promise.resolve(refuse('request.token-reused'));
      return before.answer as Promise<Answer>;
    }
    const answer = run();
    this.keep(key, { at: now, fingerprint, answer });
    const forget = (): void => void (this.kept.get(key)?.answer === answer && this.kept.delete(key));
    answer.then((result) => isRefusal(result) && isRetryable(result) && forget(), forget);
    return answer;
  }

  private keep(key: string, newest: Kept): void {
    for (const [oldest, { at }] of this.kept) {
      if (this.kept.size < KEPT_MAX && newest.at - at < KEPT_MS) break;
      this.kept.delete(oldest);
    }
    this.kept.set(key, newest);
  }
}
