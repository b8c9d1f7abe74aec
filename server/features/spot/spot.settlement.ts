import type { Posting } from '../../core/event.js';
import { amount, format, fromSteps, ZERO, type Amount } from '../../../shared/money.js';
import { feeOf } from '../../../shared/order.js';
import { never } from '../../core/never.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { orderOf, type BookEvent, type Order, type OrderMatched } from '../../trading/matching/book.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import type { BookSpec, FeeTerms, NewSpotEvent, SpotFact } from './spot.events.js';
import { freeze, movePostings } from './spot.postings.js';
import { holdFor, notionalOf, takingCost, type Sizes } from './spot.rules.js';
import { bare, type OrderTerms, type Settled, type SpotState } from './spot.state.js';

type Of<Type extends BookEvent['type']> = Extract<BookEvent, { type: Type }>;

/** The available balance of whoever wishes the command; others only ever receive. */
export type Available = (asset: string) => Amount;

/**
 * Turns what the book decided into facts with money: holds, fees and postings that sum to zero. It works on copies; the
 * state changes when the facts are evolved.
 */
export class Settlement {
  readonly events: NewSpotEvent[] = [];
  readonly touched = new Map<string, Settled>();
  private readonly stream: string;
  private trades: number;

  constructor(
    private readonly state: SpotState,
    private readonly spec: BookSpec,
    private readonly sizes: Sizes,
    private readonly fees: FeeTerms,
    private readonly at: number,
    private readonly available: Available | null,
  ) {
    this.stream = `spot-${spec.symbol}`;
    this.trades = state.trades;
  }

  /** The facts of the book's events, in order; a refusal when the balance does not cover a hold. */
  settle(bookEvents: readonly BookEvent[]): Refusal | undefined {
    for (const [index, event] of bookEvents.entries()) {
      const refusal = this.settleOne(event, bookEvents, index);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  private settleOne(event: BookEvent, all: readonly BookEvent[], index: number): Refusal | undefined {
    const { symbol } = this.spec;
    switch (event.type) {
      case 'OrderAccepted':
        return this.accept(event, all, index);
      case 'OrderMatched':
        this.match(event);
        return undefined;
      case 'OrderCancelled':
        this.cancel(event, all, index);
        return undefined;
      case 'OrderAmended':
        return this.amend(event, all, index);
      case 'OrderReduced':
        this.reduce(event, all, index);
        return undefined;
      case 'OrderTriggered':
        this.find(event.orderId).triggered = true;
        this.push({ type: 'SpotOrderTriggered', data: { symbol, ...bare(event) } });
        return undefined;
      case 'LastTradeMoved':
        this.push({ type: 'SpotLastTradeMoved', data: { symbol, ...bare(event) } });
        return undefined;
      case 'TriggersDeferred':
        this.push({ type: 'SpotTriggersDeferred', data: { symbol, ...bare(event) } });
        return undefined;
      case 'ImpactRecorded':
        this.push({ type: 'SpotImpactRecorded', data: { symbol, ...bare(event) } });
        return undefined;
      default:
        return never(event);
    }
  }

  private accept(event: Of<'OrderAccepted'>, all: readonly BookEvent[], index: number): Refusal | undefined {
    const { order } = event;
    const { base, quote, symbol } = this.spec;
    const heldAsset = order.side === 'sell' ? base : quote;
    const held = this.holdOf(event, all, index);
    const refusal = this.hold(order.owner, heldAsset, held);
    if (refusal !== undefined) return refusal;
    const { maker, taker } = this.fees;
    const terms: OrderTerms = {
      held,
      makerRate: amount(maker),
      takerRate: amount(taker),
      filledLots: 0,
      filledNotional: ZERO,
      fee: ZERO,
      placedAt: this.at,
    };
    this.touched.set(order.orderId, { order, terms, triggered: false });
    const data = {
      symbol,
      ...bare(event),
      price: this.price(order.priceTicks),
      stopPrice: order.stopTicks === null ? null : this.price(order.stopTicks),
      quantity: this.quantity(order.lots),
      held: format(held),
      heldAsset,
      fees: this.fees,
    };
    this.push({ type: 'SpotOrderAccepted', data }, freeze(order.owner, heldAsset, held));
    return undefined;
  }

  /** A market order holds exactly what it is about to pay; the two legs of an OCO pair share the larger hold. */
  private holdOf({ order, ocoOrderId }: Of<'OrderAccepted'>, all: readonly BookEvent[], index: number): Amount {
    if (ocoOrderId !== null && this.touched.has(ocoOrderId)) return ZERO;
    const takerRate = amount(this.fees.taker);
    if (order.kind === 'market' && order.side === 'buy') return takingCost(order.orderId, all, takerRate, this.sizes);
    const held = holdFor(order, order.lots, takerRate, this.sizes);
    const next = all[index + 1];
    if (ocoOrderId === null || next?.type !== 'OrderAccepted') return held;
    const other = holdFor(next.order, next.order.lots, takerRate, this.sizes);
    return held > other ? held : other;
  }

  private match(event: OrderMatched): void {
    const { symbol, base, quote } = this.spec;
    const { sizes } = this;
    const notional = notionalOf(event.priceTicks, event.lots, sizes);
    const quantity = fromSteps(event.lots, sizes.lot);
    this.trades += 1;
    const makerSide = event.takerSide === 'buy' ? 'sell' : 'buy';
    const takerDone = event.takerRemainingLots;
    const maker = this.fill(event.makerOrderId, makerSide, 'maker', event.lots, notional, event.makerRemainingLots);
    const taker = this.fill(event.takerOrderId, event.takerSide, 'taker', event.lots, notional, takerDone);
    const data = {
      symbol,
      ...bare(event),
      tradeId: `t-${symbol}-${this.trades}`,
      price: this.price(event.priceTicks),
      quantity: format(quantity),
      notional: format(notional),
      makerFee: format(maker.fee),
      takerFee: format(taker.fee),
      makerHeld: maker.held,
      takerHeld: taker.held,
    };
    const postings = [
      ...movePostings(event.makerOwner, makerSide, base, quote, quantity, notional, maker),
      ...movePostings(event.takerOwner, event.takerSide, base, quote, quantity, notional, taker),
    ];
    const fees = maker.fee + taker.fee;
    if (fees !== ZERO) postings.push({ account: HOUSE.fees.account, asset: quote, amount: fees });
    this.push({ type: 'SpotOrderMatched', data }, postings);
  }

  /** One side of a fill: its fee, what stays held, and what is freed because the price was better than the hold. */
  private fill(
    orderId: string | null,
    side: Order['side'],
    role: 'maker' | 'taker',
    lots: number,
    notional: Amount,
    remainingLots: number,
  ): { fee: Amount; held: string | null; freed: Amount } {
    if (orderId === null) return { fee: ZERO, held: null, freed: ZERO };
    const { order, terms } = this.find(orderId);
    const fee = feeOf(notional, role === 'maker' ? terms.makerRate : terms.takerRate, this.sizes.quoteDecimals);
    const paid = side === 'sell' ? fromSteps(lots, this.sizes.lot) : notional + fee;
    const exact = order.kind === 'market' && side === 'buy';
    const held = exact ? terms.held - paid : holdFor(order, remainingLots, terms.takerRate, this.sizes);
    const freed = terms.held - paid - held;
    if (freed < ZERO || held < ZERO) throw new Error(`the hold of ${orderId} does not cover its fill`);
    terms.held = held;
    terms.filledLots += lots;
    terms.filledNotional += notional;
    terms.fee += fee;
    return { fee, held: format(held), freed };
  }

  /** Frees the hold, or leaves it to the other leg of an OCO pair when that lives on. */
  private cancel(event: Of<'OrderCancelled'>, all: readonly BookEvent[], index: number): void {
    const settled = this.find(event.orderId);
    // The partner may die by a later event of the same command; it frees the hold then.
    const heldBy = settled.terms.held > ZERO ? this.livingPartner(event.orderId, all, index) : null;
    const released = heldBy === null ? settled.terms.held : ZERO;
    if (heldBy !== null) this.find(heldBy).terms.held += settled.terms.held;
    settled.terms.held = ZERO;
    const asset = settled.order.side === 'sell' ? this.spec.base : this.spec.quote;
    const data = { symbol: this.spec.symbol, ...bare(event), released: format(released), heldBy };
    this.push({ type: 'SpotOrderCancelled', data }, freeze(settled.order.owner, asset, -released));
  }

  private amend(event: Of<'OrderAmended'>, all: readonly BookEvent[], index: number): Refusal | undefined {
    const settled = this.find(event.orderId);
    const { priceTicks, stopTicks, lots } = event;
    const order = { ...settled.order, priceTicks, stopTicks, lots };
    const held = this.amendedHold(event, order, all, index);
    const asset = order.side === 'sell' ? this.spec.base : this.spec.quote;
    const more = held - settled.terms.held;
    const refusal = this.hold(order.owner, asset, more);
    if (refusal !== undefined) return refusal;
    settled.terms.held = held;
    this.touched.set(event.orderId, { ...settled, order });
    const data = {
      symbol: this.spec.symbol,
      ...bare(event),
      price: this.price(priceTicks),
      stopPrice: stopTicks === null ? null : this.price(stopTicks),
      quantity: this.quantity(lots),
      held: format(held),
    };
    this.push({ type: 'SpotOrderAmended', data }, freeze(order.owner, asset, more));
    return undefined;
  }

  /** Of an OCO pair the limit leg holds what the dearer leg needs, and the stop nothing, as when they were placed. */
  private amendedHold(event: Of<'OrderAmended'>, order: Order, all: readonly BookEvent[], index: number): Amount {
    const { takerRate } = this.find(event.orderId).terms;
    const partnerId = this.livingPartner(event.orderId, all, index);
    const own = holdFor(order, event.remainingLots, takerRate, this.sizes);
    if (partnerId === null) return own;
    if (order.stopTicks !== null) return ZERO;
    const leg = all.find((other) => other.type === 'OrderAmended' && other.orderId === partnerId) as typeof event;
    const partner = holdFor({ ...this.find(partnerId).order, ...bare(leg) }, leg.remainingLots, takerRate, this.sizes);
    return own > partner ? own : partner;
  }

  private reduce(event: Of<'OrderReduced'>, all: readonly BookEvent[], index: number): void {
    const settled = this.find(event.orderId);
    const { order, terms } = settled;
    const exact = order.kind === 'market' && order.side === 'buy';
    // The hold of an OCO pair must still cover the other leg, which is not reduced with this one.
    const stays = exact || this.livingPartner(event.orderId, all, index) !== null;
    const held = stays ? terms.held : holdFor(order, event.remainingLots, terms.takerRate, this.sizes);
    const freed = terms.held - held;
    terms.held = held;
    this.touched.set(event.orderId, { ...settled, order: { ...order, lots: order.lots - event.lots } });
    const asset = order.side === 'sell' ? this.spec.base : this.spec.quote;
    const quantity = this.quantity(event.lots);
    const data = { symbol: this.spec.symbol, ...bare(event), quantity, held: format(held) };
    this.push({ type: 'SpotOrderReduced', data }, freeze(order.owner, asset, -freed));
  }

  /** Refuses a hold that the available balance does not cover. Only whoever wishes the command ever holds more. */
  private hold(owner: string, asset: string, more: Amount): Refusal | undefined {
    if (more <= ZERO) return undefined;
    if (this.available === null) throw new Error(`${owner} would hold more by a command of somebody else`);
    const free = this.available(asset);
    if (more > free) {
      return refuse('spot.insufficient-balance', { asset, available: format(free), required: format(more) });
    }
    return undefined;
  }

  private find(orderId: string): Settled {
    const known = this.touched.get(orderId);
    if (known !== undefined) return known;
    const open = orderOf(this.state.book, orderId);
    const terms = this.state.terms.get(orderId);
    if (open === null || terms === undefined) throw new Error(`${orderId} is not an open order of ${this.spec.symbol}`);
    const settled = { order: open.order, terms: { ...terms }, triggered: open.place === 'book' };
    this.touched.set(orderId, settled);
    return settled;
  }

  /** The other leg of an OCO pair, unless an earlier event of the same command cancelled it. */
  private livingPartner(orderId: string, all: readonly BookEvent[], index: number): string | null {
    const partner = this.partnerOf(orderId, all);
    const dies = (other: BookEvent): boolean => other.type === 'OrderCancelled' && other.orderId === partner;
    return partner !== null && !all.slice(0, index).some(dies) ? partner : null;
  }

  private partnerOf(orderId: string, all: readonly BookEvent[]): string | null {
    const open = orderOf(this.state.book, orderId);
    if (open !== null) return open.ocoOrderId;
    const accepted = all.find((event) => event.type === 'OrderAccepted' && event.order.orderId === orderId);
    return accepted?.type === 'OrderAccepted' ? accepted.ocoOrderId : null;
  }

  private price(ticks: number): string {
    return format(fromSteps(ticks, this.sizes.tick));
  }

  private quantity(lots: number): string {
    return format(fromSteps(lots, this.sizes.lot));
  }

  private push(event: SpotFact, postings: readonly Posting[] = []): void {
    const { stream } = this;
    const made = { stream, schema: 1, ...event, ...(postings.length === 0 ? {} : { postings }) };
    this.events.push(made as NewSpotEvent);
  }
}
