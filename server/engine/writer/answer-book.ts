import type { Command, CommandResult } from '../../core/decider.js';
import type { EventStore, StoredAnswer } from '../history/event-store.js';
import { RefusalsKept } from './refusals-kept.js';
import { keysOf } from './sequencer.js';

/**
 * One effect and one answer for commands that share an idempotency key. Answers of commands that changed something are stored
 * in the same append as their events; look-ups of commands that arrive together share one query.
 */
export class AnswerBook {
  readonly refusals = new RefusalsKept();
  private readonly running = new Map<string, Promise<CommandResult>>();
  private asked = new Map<string, ((answer: StoredAnswer | undefined) => void)[]>();
  private failures: ((error: Error) => void)[] = [];

  constructor(
    private readonly store: EventStore,
    private readonly realm: string,
  ) {}

  async once(command: Command, decide: () => Promise<CommandResult>): Promise<CommandResult> {
    const keys = keysOf(command);
    if (keys.length === 0) return decide();
    const key = keys.find((each) => this.running.has(each));
    const first = key === undefined ? undefined : this.running.get(key);
    if (key !== undefined && first !== undefined) {
      if (command.keys?.includes(key)) return { ...(await first), repeated: true };
      const made = await first.catch(() => undefined);
      // What another command was to make and did not is free for this one.
      return made?.ok ? { ...made, repeated: true } : this.once(command, decide);
    }
    const refused = this.refusals.find(keys);
    if (refused !== undefined) return refused;
    const result = this.lookUpThenDecide(keys, decide);
    for (const key of keys) this.running.set(key, result);
    try {
      return await result;
    } finally {
      for (const key of keys) this.running.delete(key);
    }
  }

  private async lookUpThenDecide(
    keys: readonly string[],
    decide: () => Promise<CommandResult>,
  ): Promise<CommandResult> {
    const found = (await Promise.all(keys.map((key) => this.lookUp(key)))).find((answer) => answer !== undefined);
    return found === undefined ? decide() : answerAgain(found);
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

/** What the repeat of a command gets that was carried out. */
export function answerAgain({ answer, position }: StoredAnswer): CommandResult {
  return { ok: true, answer: JSON.parse(answer), position, repeated: true };
}
