import type { RecordedEvent } from '../../core/event.js';
import type { Amount } from '../../../shared/money.js';
import { mayGoNegative } from '../ledger/chart.js';
import { balanceKey } from './cache.js';

/** Every balance of a realm in memory, guarded as the database guards them. */
export class Balances {
  private readonly byKey = new Map<string, Amount>();

  /** By `account asset`. */
  get all(): ReadonlyMap<string, Amount> {
    return this.byKey;
  }

  of(account: string, asset: string): Amount {
    return this.byKey.get(balanceKey(account, asset)) ?? 0n;
  }

  /** Posts all of them or, when one would overdraw an account, none and throws. */
  post(events: readonly RecordedEvent[]): void {
    const changed = new Map<string, Amount>();
    const overdrawable = new Set<string>();
    for (const { account, asset, amount } of events.flatMap(({ postings }) => postings ?? [])) {
      const key = balanceKey(account, asset);
      if (mayGoNegative(account)) overdrawable.add(key);
      changed.set(key, (changed.get(key) ?? this.of(account, asset)) + amount);
    }
    for (const [key, balance] of changed)
      if (balance < 0n && !overdrawable.has(key)) throw new Error(`${key} would be overdrawn`);
    for (const [key, balance] of changed) this.byKey.set(key, balance);
  }
}
