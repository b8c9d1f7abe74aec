import type { StreamKind } from '../../core/decider.js';
import type { RecordedEvent } from '../../core/event.js';
import { amount, format, type Amount } from '../../../shared/money.js';
import { never } from '../../core/never.js';
import {
  apply,
  createBook,
  createPositionBook,
  restoreBook,
  storeBook,
  type Book,
  type BookEvent,
  type StoredBook,
  type Order,
} from '../matching/book.js';
import { userAccount } from '../../engine/ledger/chart.js';
import type { BookTrace } from '../../market/mark-price/mark-price.js';
import { BEAT_MS } from '../../market/simulator/beats.js';
import {
  ordersTouched,
  type BookFact,
  type BookSpec,
  type FeeTerms,
  type OrderAccepted,
  type OrderAmended,
  type OrderCancelled,
  type OrderMatched,
  type OrdersSplit,
} from './book.facts.js';
import { ratesOf, type FeeRates } from './fee.rules.js';
import { sizesOf, type Sizes } from './order.rules.js';
import type { Product } from './product.settlement.js';

/** What the ledger side knows of an open order. `held` is on hold for it; the filled figures answer "how far is it?". */
export interface OrderMoney {
  held: Amount;
  rates: FeeRates;
  filledLots: number;
  filledNotional: Amount;
  fee: Amount;
  readonly placedAt: number;
  /** How many levels were ever attached to it: each has a number of its own, also where others took its place. */
  levels: number;
  /** Of an order that fills may make larger, or that others come with: whatever comes of it pays the same. */
  fees?: FeeTerms | undefined;
}

export interface BookState {
  readonly product: Product;
  readonly symbol: string;
  spec: BookSpec | null;
  sizes: Sizes | null;
  book: Book;
  readonly terms: Map<string, OrderMoney>;
  trades: number;
  /** The last trade that users took part in, at the instant of its command, or of its beat. */
  lastTrade: BookTrace['lastTrade'];
  /** The last beat that is known to be decided or skipped; 0 before the first. */
  beat: number;
  /** The beat that steps before the orders were last decided at. */
  steppedTo: number;
  /** When an owner last placed or amended an order: the book had met every beat until then. */
  touchedAt: number;
  /** Since when users have had lots open without a break; `null` while they have none. */
  openSince: number | null;
}

interface SavedState {
  spec: BookSpec | null;
  book: StoredBook;
  terms: [string, string, string, string, number, string, string, number, number, number, number, FeeTerms?][];
  trades: number;
  lastTrade: BookTrace['lastTrade'];
  beat: number;
  steppedTo: number;
  touchedAt: number;
  openSince: number | null;
}

/** The books of one product. */
export interface BookKind extends StreamKind<BookState> {
  readonly product: Product;
}

/** Who sends the commands of the market's beats. */
export const MARKET_ACTOR = 'market';

/** Stream `<product>-<symbol>`: the book with the users' orders, and what is on hold for each. */
export function bookKind(product: Product): BookKind {
  return {
    product,
    name: product.name,
    initial: (symbol) => ({
      product,
      symbol,
      spec: null,
      sizes: null,
      book: emptyBook(product),
      terms: new Map(),
      trades: 0,
      lastTrade: null,
      beat: 0,
      steppedTo: 0,
      touchedAt: 0,
      openSince: null,
    }),
    evolve: (state, event: RecordedEvent) => {
      const at = event.actor === MARKET_ACTOR ? Math.max(state.beat, state.steppedTo) * BEAT_MS : event.at;
      const fact = factOf(product, event);
      evolve(state, fact, at);
      if (event.actor !== MARKET_ACTOR) state.touchedAt = Math.max(state.touchedAt, metUntil(fact, event.at));
      return state;
    },
    snapshot: {
      schema: 7,
      everyEvents: 5000,
      save,
      load: (saved, symbol) => restore(saved as SavedState, product, symbol),
    },
    holds: holdsOf,
  };
}

/** Positions outlive the sizes that orders are counted in: lots of a position stay what they are. */
function emptyBook({ hasPositions }: Product, before?: Book): Book {
  return hasPositions === undefined ? createBook() : createPositionBook(undefined, before?.positions ?? undefined);
}

/** How a product declares its books: owners hear of orders that changed, the book itself is the house's. */
export function booksOf(kind: BookKind) {
  const orders = (event: RecordedEvent) => ordersTouched(factOf(kind.product, event));
  return { kind, audience: 'house', orders } as const;
}

/** What users have left in the book. */
export function traceOf({ book, lastTrade }: BookState): BookTrace {
  return { impact: book.impact, lastTrade };
}

export function isBookKind(kind: StreamKind<unknown>): kind is BookKind {
  return 'product' in kind;
}

/** What happened in a book of the product, without the product's name. */
export function factOf(product: Product, { type, data }: Pick<RecordedEvent, 'type' | 'data'>): BookFact {
  return { type: type.slice(product.prefix.length), data } as BookFact;
}

/** Throws on an order without terms, and on terms without an order: book and ledger have lost each other. */
function holdsOf({ product, spec, terms, book, symbol }: BookState): ReadonlyMap<string, Amount> {
  const holds = new Map<string, Amount>();
  let orders = 0;
  for (const { order } of book.everyOrder()) {
    const held = terms.get(order.orderId)?.held;
    if (held === undefined || spec === null) throw new Error(`${order.orderId} rests in ${symbol} and holds nothing`);
    orders += 1;
    const key = `${userAccount(order.owner, product.space(symbol), 'frozen')} ${product.heldAsset(order.side, spec)}`;
    holds.set(key, (holds.get(key) ?? 0n) + held);
  }
  if (orders !== terms.size) throw new Error(`${symbol} holds for ${terms.size} orders and ${orders} rest in it`);
  return holds;
}

function save(state: BookState): SavedState {
  return {
    spec: state.spec,
    book: storeBook(state.book),
    terms: [...state.terms].map(([id, t]) => [
      id,
      format(t.held),
      format(t.rates.maker),
      format(t.rates.taker),
      t.filledLots,
      format(t.filledNotional),
      format(t.fee),
      t.placedAt,
      t.rates.tier,
      t.rates.policyVersion,
      t.levels,
      ...(t.fees === undefined ? ([] as const) : ([t.fees] as const)),
    ]),
    trades: state.trades,
    lastTrade: state.lastTrade,
    beat: state.beat,
    steppedTo: state.steppedTo,
    touchedAt: state.touchedAt,
    openSince: state.openSince,
  };
}

function restore(saved: SavedState, product: Product, symbol: string): BookState {
  const terms = new Map<string, OrderMoney>();
  for (const [
    id,
    held,
    maker,
    taker,
    filledLots,
    filledNotional,
    fee,
    placedAt,
    tier,
    policyVersion,
    levels,
    fees,
  ] of saved.terms) {
    terms.set(id, {
      held: amount(held),
      rates: ratesOf({ maker, taker, tier, policyVersion }),
      filledLots,
      filledNotional: amount(filledNotional),
      fee: amount(fee),
      placedAt,
      levels,
      fees,
    });
  }
  const { book, spec, ...rest } = saved;
  return { ...rest, product, symbol, spec, sizes: spec && sizesOf(spec), book: restoreBook(book), terms };
}

/** Until when a book had met every beat. Cancels, ends of accounts and orders that leave nothing do not wait for those that are due. */
function metUntil(fact: BookFact, at: number): number {
  switch (fact.type) {
    case 'OrderAccepted':
      return fact.data.decidedTo === undefined ? at : fact.data.decidedTo * BEAT_MS;
    case 'OrderAmended':
      // What a fill made larger was changed by nobody.
      return fact.data.byFill ? 0 : at;
    case 'OrdersSplit':
      return at;
    default:
      return 0;
  }
}

function evolve(state: BookState, fact: BookFact, at: number): void {
  if (fact.type === 'BookOpened') {
    // Nothing rests in a book whose sizes change, and its last price and impact were counted in the old ones.
    state.book = emptyBook(state.product, state.book);
    state.lastTrade = null;
    state.spec = fact.data.spec;
    state.sizes = sizesOf(fact.data.spec);
    return;
  }
  if (fact.type === 'BeatDecided') {
    const { beat, step } = fact.data;
    if (step === undefined) state.beat = beat;
    else state.steppedTo = beat;
    return;
  }
  if (fact.type === 'BeatsMissed') {
    // Beats that are decided late say so one by one.
    state.beat = fact.data.outcome === 'skipped' ? fact.data.toBeat : state.beat;
    return;
  }
  if (fact.type === 'OrdersSplit') return splitAll(state, fact.data);
  apply(state.book, { ...fact.data, type: fact.type } as BookEvent);
  state.openSince = hasPositionsOpen(state.book) ? (state.openSince ?? at) : null;
  switch (fact.type) {
    case 'OrderAccepted':
      return accept(state, fact.data, at);
    case 'OrderMatched':
      return match(state, fact.data, at);
    case 'OrderCancelled':
      return cancel(state, fact.data);
    case 'OrderAmended':
      setFees(state, fact.data.orderId, fact.data.fees);
      countLevels(state, fact.data);
      return setHeld(state, fact.data.orderId, fact.data.held);
    case 'OrderReduced':
      return setHeld(state, fact.data.orderId, fact.data.held);
    case 'OrderTriggered':
    case 'OrderTrailed':
    case 'PositionsAdjusted':
    case 'ClosingAuctionOpened':
    case 'AuctionEnded':
    case 'LastTradeMoved':
    case 'TriggersDeferred':
    case 'ImpactRecorded':
      return;
    default:
      return never(fact);
  }
}

/** Whether users have lots open in it. */
export const hasPositionsOpen = ({ positions }: Book): boolean =>
  positions !== null && positions.open.long + positions.open.short > 0;

/** Prices of before are other prices: the last trade, what it had reached, and users' impact end with them. */
function splitAll(state: BookState, { spec, orders }: OrdersSplit): void {
  const { book } = state;
  state.spec = spec;
  state.lastTrade = null;
  book.lastTradeTicks = null;
  apply(book, { type: 'ImpactRecorded', impact: null });
  apply(book, { type: 'TriggersDeferred', last: null, index: null, mark: null });
  for (const order of orders) {
    apply(book, { ...order, type: 'OrderAmended', keepsPriority: false });
    setHeld(state, order.orderId, order.held);
    const terms = state.terms.get(order.orderId);
    if (terms !== undefined) terms.filledLots = order.lots - order.remainingLots;
  }
}

/** The fee terms of whatever fills may make of an order, or bring with it. */
export const feesKept = ({ attached, parent, wholePosition }: Order, fees: FeeTerms): FeeTerms | undefined =>
  attached === undefined && parent === undefined && !wholePosition ? undefined : fees;

/** What the ledger side knows of an order that has just been accepted. */
export const newMoney = (order: Order, fees: FeeTerms, held: Amount, placedAt: number): OrderMoney => ({
  held,
  rates: ratesOf(fees),
  filledLots: 0,
  filledNotional: 0n,
  fee: 0n,
  placedAt,
  levels: levelsIn(order.attached),
  fees: feesKept(order, fees),
});

function accept(state: BookState, { order, fees, held }: OrderAccepted, placedAt: number): void {
  state.terms.set(order.orderId, newMoney(order, fees, amount(held), placedAt));
}

function match(state: BookState, data: OrderMatched, at: number): void {
  state.trades += 1;
  state.lastTrade = { at, priceTicks: data.priceTicks };
  const notional = amount(data.notional);
  fill(state, data.makerOrderId, data.lots, notional, data.makerFee, data.makerHeld, data.makerRemainingLots === 0);
  const done = data.takerRemainingLots === 0 && (data.takerRemainingTickLots ?? 0) === 0;
  fill(state, data.takerOrderId, data.lots, notional, data.takerFee, data.takerHeld, done);
}

function fill(
  state: BookState,
  orderId: string | null,
  lots: number,
  notional: Amount,
  fee: string,
  held: string | null,
  done: boolean,
): void {
  const terms = orderId === null ? undefined : state.terms.get(orderId);
  if (orderId === null || terms === undefined || held === null) return;
  if (done) {
    state.terms.delete(orderId);
    return;
  }
  terms.held = amount(held);
  terms.filledLots += lots;
  terms.filledNotional += notional;
  terms.fee += amount(fee);
}

function cancel(state: BookState, { orderId, heldBy }: OrderCancelled): void {
  const held = state.terms.get(orderId)?.held ?? 0n;
  const heir = heldBy === null ? undefined : state.terms.get(heldBy);
  if (heir !== undefined) heir.held += held;
  state.terms.delete(orderId);
}

function setFees(state: BookState, orderId: string, fees: FeeTerms): void {
  const terms = state.terms.get(orderId);
  const order = state.book.find(orderId)?.order;
  if (terms === undefined || order === undefined) return;
  terms.rates = ratesOf(fees);
  terms.fees = feesKept(order, fees);
}

const levelsIn = (attached: Order['attached'] | null): number =>
  Math.max(0, ...(attached?.levels ?? []).map(({ number }) => number));

function countLevels(state: BookState, { orderId, attached }: OrderAmended): void {
  const terms = state.terms.get(orderId);
  if (terms !== undefined) terms.levels = Math.max(terms.levels, levelsIn(attached));
}

function setHeld(state: BookState, orderId: string, held: string): void {
  const terms = state.terms.get(orderId);
  if (terms !== undefined) terms.held = amount(held);
}
