import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { isFresh, type Clock } from '../../core/clock.js';
import { isAway } from '../../engine/history/away.js';
import type { Writers } from '../../engine/writer/writers.js';
import { BEAT_MS } from '../../market/book-market.js';
import type { Advancer } from './advance.js';
import type { MarketLive } from './market-live.js';
import type { Products } from './products.js';

const EPOCHS_EVERY_MS = 5_000;

/** Books with users' orders or positions: the ones the market can reach. */
export class ActiveBooks {
  private readonly books = new Map<string, { realm: TradingRealm; symbol: string }>();

  /** A book that was traded in lately may hold some. */
  touch(realm: TradingRealm, symbol: string): void {
    this.books.set(`${realm}/${symbol}`, { realm, symbol });
  }

  drop(realm: TradingRealm, symbol: string): void {
    this.books.delete(`${realm}/${symbol}`);
  }

  all(): { realm: TradingRealm; symbol: string }[] {
    return [...this.books.values()];
  }
}

/** The one timer of the market: four times a second it moves books with orders and sends what is watched. */
export class MarketLoop {
  private timer: NodeJS.Timeout | undefined;
  private epochsAt = 0;
  private beating = false;

  constructor(
    private readonly parts: {
      clock: Pick<Clock, 'now'>;
      writers: Pick<Writers, 'peek' | 'read'>;
      advancer: Pick<Advancer, 'hasBeats' | 'advance' | 'forget'>;
      live: Pick<MarketLive, 'beat'>;
      active: ActiveBooks;
      products: Pick<Products<unknown>, 'of'>;
      market: { keepUp(): Promise<void>; ready(): Promise<void> | undefined };
      log: { warn(message: string): void; error(message: string): void };
    },
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.beat(), BEAT_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** One look at everything. While a slow one goes on, the next only sends what is watched; the beats of books are none the fewer for it. */
  async beat(): Promise<void> {
    if (this.beating) return this.sendWatched();
    this.beating = true;
    const { clock, live } = this.parts;
    try {
      const now = clock.now();
      await this.keepEpochs(now);
      await this.advanceBooks();
      live.beat(clock.now());
    } catch (error) {
      this.report('market beat', error);
    } finally {
      this.beating = false;
    }
  }

  private sendWatched(): void {
    const { clock, live, market } = this.parts;
    if (market.ready() !== undefined) return;
    try {
      live.beat(clock.now());
    } catch (error) {
      this.report('live beat', error);
    }
  }

  private async keepEpochs(now: number): Promise<void> {
    if (isFresh(this.epochsAt, now, EPOCHS_EVERY_MS)) return this.parts.market.ready();
    this.epochsAt = now;
    await this.parts.market.keepUp();
  }

  /** A mistake of ours in one book holds up no other. */
  private async advanceBooks(): Promise<void> {
    for (const { realm, symbol } of this.parts.active.all()) {
      try {
        await this.advanceBook(realm, symbol);
      } catch (error) {
        this.report(`market beat of ${realm} ${symbol}`, error);
      }
    }
  }

  private async advanceBook(realm: TradingRealm, symbol: string): Promise<void> {
    const { active, writers, advancer, products } = this.parts;
    const { kind } = products.of(symbol);
    if (writers.peek(realm, kind, symbol) === undefined) await writers.read(realm, kind, symbol);
    if (advancer.hasBeats(realm, symbol)) await advancer.advance(realm, symbol);
    else {
      active.drop(realm, symbol);
      advancer.forget(realm, symbol);
    }
  }

  private report(what: string, error: unknown): void {
    const { log } = this.parts;
    if (isAway(error)) log.warn(`${what}: ${String(error)}`);
    else log.error(`${what}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
