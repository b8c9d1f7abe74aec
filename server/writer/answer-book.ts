import type { CommandResult } from '../core/decider.js';
import type { Refusal } from '../core/refusal.js';
import type { EventStore, StoredAnswer } from '../event-store/event-store.js';

const REFUSALS_KEPT = 50_000;

/**
 * One effect and one answer for commands that share an idempotency key. Answers of commands that changed something are stored
 * in the same append as their events; look-ups of commands that arrive together share one query.
 */
export class AnswerBook {
  private readonly running = new Map<string, Promise<CommandResult>>();
  private readonly refused = new Map<string, Refusal>();
  private asked = new Map<string, ((answer: StoredAnswer | undefined) => void)[]>();
  private failures: ((error: Error) => void)[] = [];

  constructor(
    private readonly store: EventStore,
    private readonly realm: string,
  ) {}

  async once(keys: readonly string[], decide: () => Promise<CommandResult>): Promise<CommandResult> {
    if (keys.length === 0) return decide();
    for (const key of keys) {
      const first = this.running.get(key);
      if (first !== undefined) return { ...(await first), repeated: true };
      const refusal = this.refused.get(key);
      if (refusal !== undefined) return { ok: false, refusal, repeated: true };
    }
    const result = this.lookUpThenDecide(keys, decide);
    for (const key of keys) this.running.set(key, result);
    try {
      return await result;
    } finally {
      for (const key of keys) this.running.delete(key);
    }
  }

  /** Remembers a refusal for the repeats of its command; the oldest are forgotten first. */
  keep(keys: readonly string[], refusal: Refusal): void {
    for (const key of keys) this.refused.set(key, refusal);
    for (const key of this.refused.keys()) {
      if (this.refused.size <= REFUSALS_KEPT) break;
      this.refused.delete(key);
    }
  }

  /** Another server may have decided meanwhile what was refused here. */
  forgetRefusals(): void {
    this.refused.clear();
  }

  private async lookUpThenDecide(
    keys: readonly string[],
    decide: () => Promise<CommandResult>,
  ): Promise<CommandResult> {
    const found = (await Promise.all(keys.map((key) => this.lookUp(key)))).find((answer) => answer !== undefined);
    if (found === undefined) return decide();
    return { ok: true, answer: JSON.parse(found.answer), position: found.position, repeated: true };
  }

  private lookUp(key: string): Promise<StoredAnswer | undefined> {
    return new Promise((resolve, reject) => {
      if (this.asked.size === 0) setImmediate(() => void this.lookUpAll());
      const waiting = this.asked.get(key);
      if (waiting === undefined) this.asked.set(key, [resolve]);
      else waiting.push(resolve);
      this.failures.push(reject);
    });
  }

  private async lookUpAll(): Promise<void> {
    const { asked, failures } = this;
    this.asked = new Map();
    this.failures = [];
    try {
      const answers = new Map((await this.store.findAnswers(this.realm, [...asked.keys()])).map((a) => [a.key, a]));
      for (const [key, resolvers] of asked) for (const resolve of resolvers) resolve(answers.get(key));
    } catch (error) {
      for (const reject of failures) reject(error as Error);
    }
  }
}
