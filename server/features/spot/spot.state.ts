import type { StreamKind } from '../../core/decider.js';
import type { RecordedEvent } from '../../core/event.js';
import { amount, format, fromSteps, type Amount } from '../../../shared/money.js';
import { never } from '../../core/never.js';
import {
  apply,
  createBook,
  loadBook,
  saveBook,
  type Book,
  type BookEvent,
  type SavedBook,
  type Order,
} from '../../trading/matching/book.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { sizesOf, type Sizes } from './spot.rules.js';
import './spot.events.js';
import type { BookSpec, RecordedSpotEvent, SpotOrderAccepted, SpotOrderMatched } from './spot.events.js';

/** What the ledger side knows of an open order. `held` is frozen for it; the filled figures answer "how far is it?". */
export interface OrderTerms {
  held: Amount;
  readonly makerRate: Amount;
  readonly takerRate: Amount;
  filledLots: number;
  filledNotional: Amount;
  fee: Amount;
  readonly placedAt: number;
}

export interface SpotState {
  readonly symbol: string;
  spec: BookSpec | null;
  sizes: Sizes | null;
  book: Book;
  readonly terms: Map<string, OrderTerms>;
  trades: number;
}

interface SavedSpot {
  spec: BookSpec | null;
  book: SavedBook;
  terms: [string, string, string, string, number, string, string, number][];
  trades: number;
}

/** Stream `spot-<symbol>`: the book with the users' orders, and what is frozen for each. */
export const spotKind: StreamKind<SpotState> = {
  name: 'spot',
  initial: (symbol) => ({ symbol, spec: null, sizes: null, book: createBook(), terms: new Map(), trades: 0 }),
  evolve: (state, event: RecordedEvent) => {
    evolve(state, event as RecordedSpotEvent);
    return state;
  },
  snapshot: {
    schema: 1,
    everyEvents: 5000,
    save: (state): SavedSpot => ({
      spec: state.spec,
      book: saveBook(state.book),
      terms: [...state.terms].map(([id, t]) => [
        id,
        format(t.held),
        format(t.makerRate),
        format(t.takerRate),
        t.filledLots,
        format(t.filledNotional),
        format(t.fee),
        t.placedAt,
      ]),
      trades: state.trades,
    }),
    load: (saved, symbol) => restore(saved as SavedSpot, symbol),
  },
  holds: holdsOf,
};

/** An open order of a book, in the instrument's units. */
export interface OpenSpotOrder {
  readonly symbol: string;
  readonly orderId: string;
  readonly owner: string;
  readonly side: Order['side'];
  readonly kind: Order['kind'];
  /** `null`: at whatever price the band allows. */
  readonly price: string | null;
  readonly stopPrice: string | null;
  readonly quantity: string;
  readonly remaining: string;
  /** On hold for it, in the asset that it gives. */
  readonly held: string;
  readonly heldAsset: string;
  readonly placedAt: number;
}

export function openOrdersOf(
  { symbol, spec, sizes, book, terms }: SpotState,
  isWanted: (owner: string) => boolean,
): OpenSpotOrder[] {
  if (spec === null || sizes === null) return [];
  return [...book.everyOrder()]
    .filter(({ order }) => isWanted(order.owner))
    .map(({ order, remainingLots }) => {
      const { orderId, owner, side, kind, priceTicks, stopTicks, lots } = order;
      const { held = 0n, placedAt = 0 } = terms.get(orderId) ?? {};
      return {
        symbol,
        orderId,
        owner,
        side,
        kind,
        price: kind === 'market' || kind === 'stop' ? null : format(fromSteps(priceTicks, sizes.tick)),
        stopPrice: stopTicks === null ? null : format(fromSteps(stopTicks, sizes.tick)),
        quantity: format(fromSteps(lots, sizes.lot)),
        remaining: format(fromSteps(remainingLots, sizes.lot)),
        held: format(held),
        heldAsset: side === 'sell' ? spec.base : spec.quote,
        placedAt,
      };
    });
}

/** Throws on an order without terms, and on terms without an order: book and ledger have lost each other. */
function holdsOf({ spec, terms, book, symbol }: SpotState): ReadonlyMap<string, Amount> {
  const holds = new Map<string, Amount>();
  let orders = 0;
  for (const { order } of book.everyOrder()) {
    const held = terms.get(order.orderId)?.held;
    if (held === undefined || spec === null) throw new Error(`${order.orderId} rests in ${symbol} and holds nothing`);
    orders += 1;
    const key = `${userAccount(order.owner, 'spot', 'frozen')} ${order.side === 'sell' ? spec.base : spec.quote}`;
    holds.set(key, (holds.get(key) ?? 0n) + held);
  }
  if (orders !== terms.size) throw new Error(`${symbol} holds for ${terms.size} orders and ${orders} rest in it`);
  return holds;
}

function restore(saved: SavedSpot, symbol: string): SpotState {
  const terms = new Map<string, OrderTerms>();
  for (const [id, held, makerRate, takerRate, filledLots, filledNotional, fee, placedAt] of saved.terms) {
    terms.set(id, {
      held: amount(held),
      makerRate: amount(makerRate),
      takerRate: amount(takerRate),
      filledLots,
      filledNotional: amount(filledNotional),
      fee: amount(fee),
      placedAt,
    });
  }
  const { spec, trades } = saved;
  return { symbol, spec, sizes: spec && sizesOf(spec), book: loadBook(saved.book), terms, trades };
}

function evolve(state: SpotState, event: RecordedSpotEvent): void {
  switch (event.type) {
    case 'SpotBookOpened':
      // Nothing rests in a book whose sizes change, and its last price and impact were counted in the old ones.
      state.book = createBook();
      state.spec = event.data.spec;
      state.sizes = sizesOf(event.data.spec);
      return;
    case 'SpotOrderAccepted':
      applyToBook(state, 'OrderAccepted', event.data);
      return accept(state, event.data, event.at);
    case 'SpotOrderMatched':
      applyToBook(state, 'OrderMatched', event.data);
      return match(state, event.data);
    case 'SpotOrderCancelled': {
      applyToBook(state, 'OrderCancelled', event.data);
      const { orderId, heldBy } = event.data;
      const held = state.terms.get(orderId)?.held ?? 0n;
      const heir = heldBy === null ? undefined : state.terms.get(heldBy);
      if (heir !== undefined) heir.held += held;
      state.terms.delete(orderId);
      return;
    }
    case 'SpotOrderAmended':
      applyToBook(state, 'OrderAmended', event.data);
      return setHeld(state, event.data.orderId, event.data.held);
    case 'SpotOrderReduced':
      applyToBook(state, 'OrderReduced', event.data);
      return setHeld(state, event.data.orderId, event.data.held);
    case 'SpotOrderTriggered':
      return applyToBook(state, 'OrderTriggered', event.data);
    case 'SpotLastTradeMoved':
      return applyToBook(state, 'LastTradeMoved', event.data);
    case 'SpotTriggersDeferred':
      return applyToBook(state, 'TriggersDeferred', event.data);
    case 'SpotImpactRecorded':
      return applyToBook(state, 'ImpactRecorded', event.data);
    default:
      return never(event);
  }
}

function applyToBook(state: SpotState, type: BookEvent['type'], data: object): void {
  apply(state.book, { ...data, type } as BookEvent);
}

function accept(state: SpotState, data: SpotOrderAccepted, placedAt: number): void {
  state.terms.set(data.order.orderId, {
    held: amount(data.held),
    makerRate: amount(data.fees.maker),
    takerRate: amount(data.fees.taker),
    filledLots: 0,
    filledNotional: 0n,
    fee: 0n,
    placedAt,
  });
}

function match(state: SpotState, data: SpotOrderMatched): void {
  state.trades += 1;
  const notional = amount(data.notional);
  fill(state, data.makerOrderId, data.lots, notional, data.makerFee, data.makerHeld, data.makerRemainingLots === 0);
  const done = data.takerRemainingLots === 0 && (data.takerRemainingTickLots ?? 0) === 0;
  fill(state, data.takerOrderId, data.lots, notional, data.takerFee, data.takerHeld, done);
}

function fill(
  state: SpotState,
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

function setHeld(state: SpotState, orderId: string, held: string): void {
  const terms = state.terms.get(orderId);
  if (terms !== undefined) terms.held = amount(held);
}

/** An order while it is settled: what the book says of it, and what the ledger holds for it. */
export interface Settled {
  readonly order: Order;
  readonly terms: OrderTerms;
  triggered: boolean;
}

/** What a fact of the book says, without its name. */
export function bare<Event extends BookEvent>({ type: _, ...data }: Event): Omit<Event, 'type'> {
  return data;
}
