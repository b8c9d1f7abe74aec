import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { AuctionView } from '../../../contracts/auction.contract.js';
import type { BookLevel, BookView, MarkPriceView } from '../../../contracts/market.contract.js';
import type { BookDiff } from '../../../contracts/stream.contract.js';
import { format } from '../../../shared/money.js';
import { isRefusal } from '../../core/refusal.js';
import { isOutgrown } from '../venue/order.decider.js';
import { traceOf, type BookState } from '../venue/book.state.js';
import type { Products } from './products.js';
import type { Writers } from '../../engine/writer/writers.js';
import { closingIndicative, indicative, uncrossed, type LadderLevel, type Liquidity } from '../matching/book.js';
import { LASTING_HALF_LIFE_HOURS } from '../../market/flow-offset/flow-offset.js';
import { BASIS_HALF_LIFE_MS } from '../../market/mark-price/basis.js';
import { isPastCutOff, type ShownMarket } from '../../market/book-market.js';
import type { BookTrace } from '../../market/mark-price/mark-price.js';
import type { RealmFlow } from '../../market/runtime/tickers.js';

/** Levels of each side that are shown and diffed. */
const BOOK_LEVELS_MAX = 100;

/** The public books of every product in both realms: agents' quotes and users' orders, summed by price. */
export class PublicBooks {
  private readonly published = new Map<string, { sequence: number; view: BookView }>();

  constructor(
    private readonly writers: Writers,
    private readonly products: Products,
  ) {}

  /** The book now. Its sequence is that of the newest diff, so that diffs after it follow. */
  async view(realm: TradingRealm, symbol: string, at: number, levels = BOOK_LEVELS_MAX): Promise<BookView> {
    await this.writers.read(realm, this.products.of(symbol).kind, symbol);
    const current = this.published.get(keyOf(realm, symbol));
    const view = current?.view ?? this.compose(realm, symbol, at, 0);
    return { ...view, bids: view.bids.slice(0, levels), asks: view.asks.slice(0, levels) };
  }

  /** As `view`, for a watcher: the next diff follows this view, also for the first watcher. */
  async join(realm: TradingRealm, symbol: string, at: number): Promise<BookView> {
    const view = await this.view(realm, symbol, at);
    const key = keyOf(realm, symbol);
    const current = this.published.get(key) ?? { sequence: view.sequence, view };
    this.published.set(key, current);
    return current.view;
  }

  /** The hash of the live state, at the version it stands at. */
  async hash(realm: TradingRealm, symbol: string): Promise<{ version: number; hash: string }> {
    const { version, saved } = await this.writers.saved(realm, this.products.of(symbol).kind, symbol);
    return { version, hash: createHash('sha256').update(JSON.stringify(saved)).digest('hex') };
  }

  /** What changed in a watched book since the last call; `undefined` when nothing did. The first call has no diff. */
  step(realm: TradingRealm, symbol: string, at: number): BookDiff | undefined {
    const key = keyOf(realm, symbol);
    const before = this.published.get(key);
    const sequence = (before?.sequence ?? 0) + 1;
    const view = this.compose(realm, symbol, at, sequence);
    const bids = changes(before?.view.bids ?? [], view.bids);
    const asks = changes(before?.view.asks ?? [], view.asks);
    const { auction } = view;
    const isSame = bids.length === 0 && asks.length === 0 && isDeepStrictEqual(before?.view.auction, auction);
    if (isSame && before !== undefined) return undefined;
    this.published.set(key, { sequence, view });
    return before === undefined ? undefined : { symbol, sequence, at, bids, asks, auction };
  }

  /** Forgets books without watchers: a later watcher starts with a snapshot. */
  forgetAllBut(watched: ReadonlySet<string>): void {
    for (const key of this.published.keys()) if (!watched.has(key)) this.published.delete(key);
  }

  /** Whether users' orders or impact make the book another than the agents' own. */
  isTouched(realm: TradingRealm, symbol: string): boolean {
    const state = this.stateOf(realm, symbol);
    return state !== undefined && (state.book.impact !== null || state.book.orders.size > 0);
  }

  /** The best prices in ticks. */
  best(realm: TradingRealm, symbol: string, at: number): Pick<RealmFlow, 'bidTicks' | 'askTicks'> {
    const state = this.stateOf(realm, symbol);
    const { agents, users } = this.sides(realm, symbol, at, state, 1);
    const bids = [agents.bids[0], users.bids[0]].flatMap((level) => (level === undefined ? [] : [level[0]]));
    const asks = [agents.asks[0], users.asks[0]].flatMap((level) => (level === undefined ? [] : [level[0]]));
    return {
      bidTicks: bids.length === 0 ? undefined : Math.max(...bids),
      askTicks: asks.length === 0 ? undefined : Math.min(...asks),
    };
  }

  /** What users left in it; `null` when nobody has touched it. */
  trace(realm: TradingRealm, symbol: string): BookTrace | null {
    const state = this.stateOf(realm, symbol);
    return state === undefined ? null : traceOf(state);
  }

  async markPrice(realm: TradingRealm, symbol: string, at: number): Promise<Omit<MarkPriceView, 'positionLimitUsdt'>> {
    await this.writers.read(realm, this.products.of(symbol).kind, symbol);
    const market = this.marketOf(symbol);
    const own = market.in(realm);
    const { markTicks, basisTicks, lastTicks } = own.marks.at(symbol, at, this.trace(realm, symbol));
    const price = (ticks: number): string => format(market.finePrice(symbol, ticks));
    return {
      symbol,
      at,
      mark: price(markTicks),
      index: price(own.indexTicks(symbol, at)),
      fundamental: price(market.fundamentalTicks(symbol, at)),
      basis: price(basisTicks),
      last: price(lastTicks),
      halfLifeSeconds: BASIS_HALF_LIFE_MS / 1000,
      lastingHalfLifeHours: LASTING_HALF_LIFE_HOURS,
    };
  }

  private compose(realm: TradingRealm, symbol: string, at: number, sequence: number): BookView {
    const state = this.stateOf(realm, symbol);
    const { agents, users } = this.sides(realm, symbol, at, state, BOOK_LEVELS_MAX);
    const market = this.marketOf(symbol);
    const side = (quoted: readonly LadderLevel[], own: readonly LadderLevel[], away: 1 | -1): BookLevel[] =>
      merged(quoted, own, away).map(([ticks, lots]) => [market.price(symbol, ticks), market.quantity(symbol, lots)]);
    const bids = side(agents.bids, users.bids, -1);
    const asks = side(agents.asks, users.asks, 1);
    return { symbol, sequence, at, bids, asks, auction: this.auction(realm, symbol, at, state) };
  }

  /**
   * Before the open it is made of users' orders and the last close alone, for the price of the open is not known before it. Before the
   * close nobody can take back an order any more, so what agents quote now goes into it.
   */
  private auction(realm: TradingRealm, symbol: string, at: number, state: BookState | undefined): AuctionView | null {
    const market = this.marketOf(symbol);
    const opensAt = market.callAt(symbol, at);
    const hours = market.hours(symbol, at);
    const auctionAt = opensAt ?? (isPastCutOff(hours, at) ? hours.nextChangeAt : undefined);
    if (auctionAt === undefined) return null;
    const own = market.in(realm);
    const gathered = ({ book }: BookState) =>
      opensAt === undefined
        ? closingIndicative(book, own.ladder(symbol, at, book.impact) ?? { bids: [], asks: [] })
        : indicative(book, own.priceTicks(symbol, at));
    const found = state === undefined ? null : gathered(state);
    const surplus = found?.surplusLots ?? 0;
    return {
      kind: opensAt === undefined ? 'closing' : 'opening',
      at: auctionAt,
      price: found === null ? null : market.price(symbol, found.priceTicks),
      quantity: market.quantity(symbol, found?.lots ?? 0),
      imbalance: market.quantity(symbol, Math.abs(surplus)),
      imbalanceSide: surplus === 0 ? null : surplus > 0 ? 'buy' : 'sell',
    };
  }

  private sides(
    realm: TradingRealm,
    symbol: string,
    at: number,
    state: BookState | undefined,
    levels: number,
  ): Record<'agents' | 'users', Liquidity> {
    const market = this.marketOf(symbol);
    const ladder = market.in(realm).ladder(symbol, at, state?.book.impact ?? null);
    const terms = market.terms(symbol);
    const shows = state !== undefined && !isRefusal(terms) && !isOutgrown(state, terms.spec);
    const referenceTicks = (): number => market.in(realm).priceTicks(symbol, at);
    const users = shows ? uncrossed(state.book, levels, referenceTicks) : { bids: [], asks: [] };
    const bids = shortOf(ladder?.bids, users.asks[0], -1);
    const asks = shortOf(ladder?.asks, users.bids[0], 1);
    return { agents: { bids, asks }, users };
  }

  private stateOf(realm: TradingRealm, symbol: string): BookState | undefined {
    return this.writers.peek(realm, this.products.of(symbol).kind, symbol);
  }

  private marketOf(symbol: string): ShownMarket {
    return this.products.of(symbol).market;
  }
}

export function keyOf(realm: string, symbol: string): string {
  return `${realm}/${symbol}`;
}

/** Whether the book of a realm holds anything that the market could reach. */
export function hasOrders(state: BookState | undefined): state is BookState {
  return state !== undefined && state.book.orders.size > 0;
}

/**
 * The agents' levels that stop short of users' orders on the other side. Agents trade with these at the pace of the tape, so quotes
 * may reach beyond an order for some beats; the book never shows itself crossed.
 */
function shortOf(
  levels: readonly LadderLevel[] = [],
  best: LadderLevel | undefined,
  away: 1 | -1,
): readonly LadderLevel[] {
  return best === undefined ? levels : levels.filter(([ticks]) => (ticks - best[0]) * away > 0);
}

/** Two best-first ladders as one, lots of equal prices added. */
function merged(agents: readonly LadderLevel[], own: readonly LadderLevel[], away: 1 | -1): LadderLevel[] {
  if (own.length === 0) return agents.slice(0, BOOK_LEVELS_MAX);
  const sums = new Map<number, number>(agents);
  for (const [ticks, lots] of own) sums.set(ticks, (sums.get(ticks) ?? 0) + lots);
  return [...sums].sort(([a], [b]) => (a - b) * away).slice(0, BOOK_LEVELS_MAX);
}

/** Levels that are new or have another quantity, and zero for those that are gone. */
function changes(before: readonly BookLevel[], after: readonly BookLevel[]): BookLevel[] {
  const old = new Map(before);
  const changed: BookLevel[] = [];
  for (const level of after) {
    if (old.get(level[0]) !== level[1]) changed.push(level);
    old.delete(level[0]);
  }
  for (const price of old.keys()) changed.push([price, '0']);
  return changed;
}
