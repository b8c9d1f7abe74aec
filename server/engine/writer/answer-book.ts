import type { RequestToken } from '../../core/command.js';
import type { Command, CommandResult } from '../../core/decider.js';
import type { EventStore, StoredAnswer } from '../history/event-store.js';
import { KnownKeys } from './known-keys.js';
import { RefusalsKept, REUSED } from './refusals-kept.js';
import { keysOf } from './sequencer.js';

/** By what a command is known again. */
export type Named = Pick<Command, 'requestToken' | 'makes'>;

interface Running {
  readonly token: RequestToken | undefined;
  readonly result: Promise<CommandResult>;
}

/**
 * One effect and one answer for commands that share an idempotency key. Answers of commands that changed something are stored
 * in the same append as their events; look-ups of commands that arrive together share one query.
 */
export class AnswerBook {
  readonly refusals = new RefusalsKept();
  readonly known: KnownKeys;
  private readonly running = new Map<string, Running>();
  private lookups = new Map<string, ((answer: StoredAnswer | undefined) => void)[]>();
  private failures: ((error: Error) => void)[] = [];

  constructor(
    private readonly store: EventStore,
    private readonly realm: string,
  ) {
    this.known = new KnownKeys(store.answeredKeys(realm));
  }

  async once(command: Named, decide: () => Promise<CommandResult>): Promise<CommandResult> {
    const keys = keysOf(command);
    if (keys.length === 0) return decide();
    const key = keys.find((each) => this.running.has(each));
    const first = key === undefined ? undefined : this.running.get(key);
    if (first !== undefined) {
      const { requestToken } = command;
      if (requestToken?.key === key && first.token?.key === key) {
        const isSame = requestToken?.fingerprint === first.token?.fingerprint;
        return isSame ? { ...(await first.result), repeated: true } : REUSED;
      }
      const made = await first.result.catch(() => undefined);
      // What another command was to make and did not is free for this one.
      return made?.ok ? { ...made, repeated: true } : this.once(command, decide);
    }
    const refused = this.refusals.find(command);
    if (refused !== undefined) return refused;
    const result = this.lookUpThenDecide(command, decide);
    for (const each of keys) this.running.set(each, { token: command.requestToken, result });
    try {
      return await result;
    } finally {
      for (const each of keys) this.running.delete(each);
    }
  }

  /** To be called before the answer is stored. */
  answered(key: string): void {
    this.known.add(key);
    if (this.known.isDue) this.learn();
  }

  stored(key: string): void {
    this.known.stored(key);
  }

  /** Until it has, every key is looked up; should the database be away, that goes on. */
  learn(): void {
    this.known.learn().catch(() => undefined);
  }

  private async lookUpThenDecide(command: Named, decide: () => Promise<CommandResult>): Promise<CommandResult> {
    const asked = keysOf(command).filter((key) => this.known.mayHave(key));
    if (asked.length === 0) return decide();
    const found = await Promise.all(asked.map((key) => this.lookUp(key)));
    return answerAgain(command, found) ?? decide();
  }

  private lookUp(key: string): Promise<StoredAnswer | undefined> {
    return new Promise((resolve, reject) => {
      if (this.lookups.size === 0) setImmediate(() => void this.lookUpAll());
      const waiting = this.lookups.get(key);
      if (waiting === undefined) this.lookups.set(key, [resolve]);
      else waiting.push(resolve);
      this.failures.push(reject);
    });
  }

  private async lookUpAll(): Promise<void> {
    const { lookups, failures } = this;
    this.lookups = new Map();
    this.failures = [];
    try {
      const answers = new Map((await this.store.findAnswers(this.realm, [...lookups.keys()])).map((a) => [a.key, a]));
      for (const [key, resolvers] of lookups) for (const resolve of resolvers) resolve(answers.get(key));
    } catch (error) {
      for (const reject of failures) reject(error as Error);
    }
  }
}

/** What the repeat of a command gets that was carried out; `undefined` when none of its keys was answered. */
export function answerAgain(
  { requestToken }: Named,
  answers: readonly (StoredAnswer | undefined)[],
): CommandResult | undefined {
  const found = answers.find((answer) => answer !== undefined);
  if (found === undefined) return undefined;
  const { key, fingerprint, answer, position } = found;
  // Only the request token's key comes with a fingerprint; a derived key has none to compare.
  if (key === requestToken?.key && fingerprint !== null && fingerprint !== requestToken.fingerprint) return REUSED;
  return { ok: true, answer: JSON.parse(answer), position, repeated: true };
}
