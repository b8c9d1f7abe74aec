import type { TradingRealm } from '../../../contracts/realm.contract.js';

/** A book whose next beat waits for a step before its orders, or a contract that ended and is not delivered. */
export interface HeldUpBook {
  readonly realm: TradingRealm;
  readonly symbol: string;
  /** Since when, in milliseconds since 1970. */
  readonly since: number;
}

/** What staff are told of. Whoever may have to wait with a book registers. */
export class HeldUpBooks {
  private readonly sources: (() => readonly HeldUpBook[])[] = [];

  register(source: () => readonly HeldUpBook[]): void {
    this.sources.push(source);
  }

  all(): readonly HeldUpBook[] {
    return this.sources.flatMap((source) => source());
  }
}
