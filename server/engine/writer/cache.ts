import type { StreamKind } from '../../core/decider.js';
import type { Posting, RecordedEvent } from '../../core/event.js';
import type { Amount } from '../../../shared/money.js';
import { Recent } from './recent.js';

/** Loaded states of one realm. They may run ahead of the disk by what is decided and not yet durable. */
export interface StreamEntry {
  readonly kind: StreamKind<unknown>;
  state: unknown;
  version: number;
  /** Version of the newest snapshot that is stored or on its way. */
  snapshotVersion: number;
  /** Position of the newest event in `state`. */
  position: number;
}

const CACHE_LIMITS = { streams: 50_000, balances: 200_000 } as const;

/** Least recently used entries go first, but never one that holds what is not durable yet. */
export class Cache {
  private readonly streams = new Recent<StreamEntry>();
  private readonly balances = new Recent<Amount>();
  /** Counts how often everything was forgotten: a reading that began before is worth nothing after. */
  generation = 0;

  constructor(private readonly limits: { streams: number; balances: number } = CACHE_LIMITS) {}

  get size(): { streams: number; balances: number } {
    return { streams: this.streams.size, balances: this.balances.size };
  }

  stream(name: string): StreamEntry | undefined {
    return this.streams.get(name);
  }

  putStream(name: string, entry: StreamEntry): void {
    this.streams.set(name, entry);
  }

  balance(key: string): Amount | undefined {
    return this.balances.get(key);
  }

  putBalance(key: string, amount: Amount): void {
    this.balances.set(key, amount);
  }

  /** Runs an event into the states that are loaded. What is not loaded will read it from the store when it is. */
  evolve(event: RecordedEvent): void {
    const entry = this.streams.peek(event.stream);
    if (entry !== undefined) {
      entry.state = entry.kind.evolve(entry.state, event);
      entry.version = event.version;
      entry.position = event.position;
    }
    for (const posting of event.postings ?? []) this.post(posting);
  }

  /** Forgets the oldest entries above the limits; streams only when durable up to `durablePosition`. */
  trim(durablePosition: number): void {
    this.streams.trim(this.limits.streams, ({ position }) => position <= durablePosition);
    this.balances.trim(this.limits.balances, () => true);
  }

  clear(): void {
    this.generation += 1;
    this.streams.clear();
    this.balances.clear();
  }

  private post(posting: Posting): void {
    const key = balanceKey(posting.account, posting.asset);
    const known = this.balances.peek(key);
    if (known !== undefined) this.balances.set(key, known + posting.amount);
  }
}

export function balanceKey(account: string, asset: string): string {
  return `${account} ${asset}`;
}
