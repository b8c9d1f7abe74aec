import { Inject, Injectable, Logger } from '@nestjs/common';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { symbolKind } from '../../../shared/contract-symbol.js';
import { Clock } from '../../core/clock.js';
import { BeatSteps } from '../../core/ports/beat-steps.js';
import type { BookBeats } from '../../core/ports/book-beats.js';
import type { DayTrades } from '../../core/ports/day-trades.js';
import { HeldUpBooks } from '../../core/ports/held-up-books.js';
import type { RecordedEvent } from '../../core/event.js';
import { LiveSources } from '../../edge/socket/live-source.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { Writers } from '../../engine/writer/writers.js';
import { MarketService } from '../../market/runtime/market.service.js';
import { BOOK_KINDS } from '../venue/book-kinds.js';
import type { BookKind } from '../venue/book.state.js';
import { Advancer } from './advance.js';
import { BookTraces } from './book-traces.js';
import { FlowCandles } from './flow-candles.js';
import { FlowPushes } from './flow-pushes.js';
import { LiveContractCandles } from './live-contract-candles.js';
import { ActiveBooks, MarketLoop } from './market-loop.js';
import { MarketLive } from './market-live.js';
import { Products, type TradedProduct } from './products.js';
import { PublicBooks } from './public-books.js';
import { PublicTrades } from './public-trades.js';
import { DAY_MS, DayOfTrades } from './user-trades.js';

const EVENTS_PAGE = 5_000;

/** What runs once the market is open. */
interface OpenTrading {
  readonly products: Products;
  readonly books: PublicBooks;
  readonly trades: PublicTrades;
  readonly beat: MarketLoop;
  readonly advancer: Advancer;
}

/** What follows the books. */
interface Followers {
  /** A book that was traded in, and where its history ends. */
  touch(realm: TradingRealm, symbol: string, position: number): void;
  take(event: RecordedEvent): void;
}

/** Where a book's history ends. */
interface NewestRow {
  readonly realm: TradingRealm;
  readonly symbol: string;
  readonly version: string;
  readonly position: string;
}

/** Runs the books of all products on the market: moves those with orders, and shows all of them and their trades. */
@Injectable()
export class TradingService implements BookBeats, DayTrades {
  private opened: OpenTrading | undefined;
  /** What users traded in the last day, by product. */
  private readonly days: ReadonlyMap<BookKind, DayOfTrades>;
  private readonly log = new Logger('Market');

  constructor(
    private readonly writers: Writers,
    private readonly market: MarketService,
    @Inject(BOOK_KINDS) private readonly kinds: readonly BookKind[],
    private readonly clock: Clock,
    private readonly sources: LiveSources,
    private readonly projections: ProjectionRunner,
    private readonly steps: BeatSteps,
    private readonly heldUp: HeldUpBooks,
  ) {
    this.days = new Map(kinds.map((kind) => [kind, new DayOfTrades(kind)]));
  }

  due(realm: TradingRealm, symbol: string, leavesNothing?: boolean): Promise<boolean> | undefined {
    return this.opened?.advancer.due(realm, symbol, leavesNothing);
  }

  ready(): Promise<void> | undefined {
    return this.market.ready();
  }

  decidedTo(realm: TradingRealm, symbol: string): number | undefined {
    return this.opened?.advancer.decidedTo(realm, symbol);
  }

  traded(...[realm, symbol, at, since]: Parameters<DayTrades['traded']>): ReturnType<DayTrades['traded']> {
    return this.days.get(this.open.products.of(symbol).kind)?.before(realm, symbol, at, since);
  }

  get open(): OpenTrading {
    if (this.opened === undefined) throw new Error('trading is not open yet');
    return this.opened;
  }

  async start(): Promise<void> {
    const { writers, clock, sources, projections, steps, log } = this;
    const { market, tickers, candles, offsets } = this.market.open;
    const products = new Products(
      this.kinds.map((each) => ({ kind: each, market: this.market.marketOf(each.product.symbols) })),
    );
    const books = new PublicBooks(writers, products);
    const trades = new PublicTrades(products);
    const { kind } = products.inInstruments;
    const day = this.dayOf(kind);
    const active = new ActiveBooks();
    const read = { pool: writers.store.pool, projections, market, kinds: this.kinds };
    const [flows, traces] = [new FlowCandles(read), new BookTraces(read)];
    const shown = { market, products, flows, candles, watched: sources, clock };
    const live = new MarketLive({ ...shown, tickers, books, trades, day });
    const contractCandles = new LiveContractCandles({ ...shown, dayOf: (of) => this.dayOf(of) });
    const advancer = new Advancer({ writers, products, now: () => clock.now(), market: this.market, steps, log });
    const beat = new MarketLoop({
      clock,
      writers,
      products,
      advancer,
      live: together(live, contractCandles),
      active,
      market: this.market,
      log,
    });
    const pushes = new FlowPushes(kind, offsets);
    await pushes.load(writers.store);
    const touch: Followers['touch'] = (realm, symbol, position) => {
      active.touch(realm, symbol);
      flows.touch(realm, symbol, position);
      traces.touch(realm, symbol, position);
    };
    const following = [trades, flows, traces, ...this.days.values()];
    const take: Followers['take'] = (event) => following.forEach((follower) => follower.take(event));
    for (const product of products.all) await this.followBooks(product, { touch, take });
    trades.news(Infinity);
    this.followHistory(products, {
      touch: (realm, symbol) => active.touch(realm, symbol),
      take: (event) => {
        take(event);
        pushes.take(event);
      },
    });
    candles.follow(flows, traces);
    tickers.follow({
      flow: (realm, symbol, at) => {
        const traded = day.before(realm, symbol, at, this.market.open.market.exAt(symbol));
        if (traded === undefined && !books.isTouched(realm, symbol)) return undefined;
        return { ...books.best(realm, symbol, at), trades: traded, trace: books.trace(realm, symbol) };
      },
    });
    this.heldUp.register(() => advancer.heldUp());
    this.opened = { products, books, trades, beat, advancer };
    sources.add(live);
    sources.add(contractCandles);
    beat.start();
  }

  private dayOf(kind: BookKind): DayOfTrades {
    const day = this.days.get(kind);
    if (day === undefined) throw new Error(`${kind.name} is no product of the venue`);
    return day;
  }

  stop(): void {
    this.opened?.beat.stop();
  }

  /**
   * Books that were traded in before this start may hold orders, and their trades of the last day still show. Each is looked up,
   * so that no long history is read through.
   */
  private async followBooks({ kind, market }: TradedProduct, { touch, take }: Followers): Promise<void> {
    const now = this.clock.now();
    const symbols = market.symbols(now).filter((symbol) => kind.product.symbols.includes(symbolKind(symbol)));
    const { rows } = await this.writers.store.pool.query<NewestRow>(
      `SELECT r.realm, s.symbol, newest.version, newest.position
         FROM unnest(ARRAY['demo', 'real']) AS r(realm), unnest($1::text[]) AS s(symbol),
              LATERAL (SELECT e.version, e.position FROM events e WHERE e.realm = r.realm AND e.stream = $2 || s.symbol
                        ORDER BY e.version DESC LIMIT 1) AS newest`,
      [symbols, `${kind.name}-`],
    );
    for (const { realm, symbol, version, position } of rows) {
      touch(realm, symbol, +position);
      for (const event of await this.eventsSince(realm, `${kind.name}-${symbol}`, +version, now - DAY_MS)) take(event);
    }
  }

  /** The events of a stream from an instant on, read from its end. */
  private async eventsSince(realm: string, stream: string, newest: number, since: number): Promise<RecordedEvent[]> {
    const pages: RecordedEvent[][] = [];
    for (let upTo = newest; upTo > 0; upTo -= EVENTS_PAGE) {
      const page = await this.writers.store.readStream(realm, stream, Math.max(0, upTo - EVENTS_PAGE), upTo);
      pages.unshift(page.filter(({ at }) => at >= since));
      if ((pages[0]?.length ?? 0) < page.length) break;
    }
    return pages.flat();
  }

  private followHistory(products: Products, { touch, take }: Followers): void {
    this.writers.store.subscribe((realm, events) => {
      for (const event of events) {
        const symbol = products.bookOf(event.stream)?.symbol;
        if (symbol === undefined) continue;
        touch(realm as TradingRealm, symbol, event.position);
        take(event);
      }
    });
  }
}

/** One after the other. */
const together = (...all: readonly { beat(now: number): void }[]) => ({
  beat: (now: number): void => all.forEach((each) => each.beat(now)),
});
