import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '../../core/event.js';
import { EventStore } from '../../engine/history/event-store.js';
import { loadStream } from '../../engine/writer/loader.js';
import { accountKind, type AccountState } from './account.decider.js';
import { BoundedMap } from '../../core/bounded-map.js';

const KEPT = 50_000;
const PREFIX = 'account-';

/** An account as it stands now, durable; `state` is replaced when something happens to it. */
export interface AccountCard {
  state: AccountState;
  version: number;
}

/** Accounts of users who are about, folded from their few events and kept up to date by the feed. */
@Injectable()
export class AccountCards {
  private readonly cards = new BoundedMap<string, AccountCard>(KEPT);
  private readonly loading = new Map<string, Promise<AccountCard>>();
  /** Users whose account changed while it was being read: it is read again. */
  private readonly stale = new Set<string>();
  private readonly stop: () => void;

  constructor(private readonly store: EventStore) {
    this.stop = store.subscribe((_realm, events) => {
      for (const event of events) if (event.stream.startsWith(PREFIX)) this.changed(event);
    });
  }

  close(): void {
    this.stop();
  }

  find(realm: string, userId: string): AccountCard | Promise<AccountCard> {
    return this.cards.get(userId) ?? this.load(realm, userId);
  }

  private load(realm: string, userId: string): Promise<AccountCard> {
    const running = this.loading.get(userId);
    if (running !== undefined) return running;
    const started = this.read(realm, userId).finally(() => this.loading.delete(userId));
    this.loading.set(userId, started);
    return started;
  }

  private async read(realm: string, userId: string): Promise<AccountCard> {
    for (;;) {
      this.stale.delete(userId);
      const { state, version } = await loadStream(this.store, realm, accountKind, userId);
      if (this.stale.has(userId)) continue;
      const card = { state, version };
      this.cards.set(userId, card);
      return card;
    }
  }

  private changed(event: RecordedEvent): void {
    const userId = event.stream.slice(PREFIX.length);
    if (this.loading.has(userId)) this.stale.add(userId);
    const card = this.cards.get(userId);
    if (card === undefined || event.version <= card.version) return;
    card.state = accountKind.evolve(card.state, event);
    card.version = event.version;
  }
}
