import type { NewEvent, Posting } from '../../core/event.js';
import { format, fromSteps, ZERO, type Amount } from '../../../shared/money.js';
import { balanceRefused, feeOf } from '../../../shared/order.js';
import { never } from '../../core/never.js';
import type { BeatStepName } from '../../core/ports/beat-steps.js';
import type { Refusal } from '../../core/refusal.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import {
  amendedBy,
  isDormant,
  leadsPair,
  orderOf,
  type BookEvent,
  type Order,
  type OrderMatched,
} from '../matching/book.js';
import { withoutType, type BookFact, type BookSpec, type FeeTerms } from './book.facts.js';
import { attachedTerms } from './attached.rules.js';
import { feesKept, newMoney, type BookState, type OrderMoney } from './book.state.js';
import { fillTerms, ratesOf, tradeFees, type FeeRates } from './fee.rules.js';
import { isExact, notionalOf, refusalOf, type Sizes } from './order.rules.js';
import { fillOf, type Role } from './fill.rules.js';
import { trailingTerms } from './trailing.rules.js';
import type { Fill, FilledHold, Settlement } from './product.settlement.js';

type Of<Type extends BookEvent['type']> = Extract<BookEvent, { type: Type }>;

/** The available balance of the command's sender; others only ever receive. */
export type Available = (asset: string) => Amount;

/** An order while it is settled: its state in the book, and its hold in the ledger. */
export interface Settled {
  readonly order: Order;
  readonly terms: OrderMoney;
  triggered: boolean;
}

/** What one decision settles by. */
interface SettlingTerms {
  readonly spec: BookSpec;
  readonly sizes: Sizes;
  /** Of the order that is placed or amended; other commands have none. */
  readonly fees: FeeTerms | undefined;
  readonly decidedTo?: number | undefined;
  /** The beat of the market that decides it. */
  readonly beat?: number | undefined;
  readonly at: number;
  /** `null`: this command puts no further amount on hold. */
  readonly available: Available | null;
}

/**
 * Turns what the book decided into facts with money: holds, fees and postings that sum to zero. It works on copies; the
 * state changes when the facts are evolved.
 */
export class Settling {
  readonly facts: BookFact[] = [];
  readonly events: NewEvent[] = [];
  readonly touched = new Map<string, Settled>();
  /** Holds that the balance does not cover. */
  readonly problems: Refusal[] = [];
  private trades: number;

  constructor(
    private readonly state: BookState,
    private readonly terms: SettlingTerms,
    private readonly settlement: Settlement,
  ) {
    this.trades = state.trades;
  }

  /** The book is counted in these sizes from here on, when it was not before. */
  open(): void {
    const { spec } = this.terms;
    if (this.state.spec?.version !== spec.version) this.push({ type: 'BookOpened', data: { spec } });
  }

  /** Says which beat of the market all this belongs to. */
  openBeat(beat: number, step?: BeatStepName): void {
    const { symbol } = this.terms.spec;
    this.push({ type: 'BeatDecided', data: { symbol, beat, ...(step !== undefined && { step }) } });
  }

  missedBeats(data: Omit<Extract<BookFact, { type: 'BeatsMissed' }>['data'], 'symbol'>): void {
    this.push({ type: 'BeatsMissed', data: { symbol: this.terms.spec.symbol, ...data } });
  }

  /** Puts the book's events into facts, in order. */
  settle(bookEvents: readonly BookEvent[]): void {
    for (const [index, event] of bookEvents.entries()) this.settleOne(event, bookEvents, index);
  }

  private settleOne(event: BookEvent, all: readonly BookEvent[], index: number): void {
    const { symbol } = this.terms.spec;
    switch (event.type) {
      case 'OrderAccepted':
        return this.accept(event, all, index);
      case 'OrderMatched':
        return this.match(event);
      case 'OrderCancelled':
        return this.cancel(event, all, index);
      case 'OrderAmended':
        return this.amend(event, all, index);
      case 'OrderReduced':
        return this.reduce(event, all, index);
      case 'OrderTriggered': {
        this.find(event.orderId).triggered = true;
        const price = this.price(event.reachedTicks);
        return this.push({ type: event.type, data: { symbol, ...withoutType(event), price } });
      }
      case 'OrderTrailed':
        return this.trail(event);
      case 'ClosingAuctionOpened':
        return this.push({ type: event.type, data: { symbol } });
      case 'LastTradeMoved':
      case 'PositionsAdjusted':
      case 'AuctionEnded':
      case 'TriggersDeferred':
      case 'ImpactRecorded':
        // The fact of the same name, which the compiler cannot pair with its event.
        return this.push({ type: event.type, data: { symbol, ...withoutType(event) } } as BookFact);
      default:
        return never(event);
    }
  }

  private accept(event: Of<'OrderAccepted'>, all: readonly BookEvent[], index: number): void {
    const { order } = event;
    const { spec, at, decidedTo } = this.terms;
    const fees = order.parent === undefined ? this.fees() : this.keptFees(order.parent.orderId);
    const heldAsset = this.assetOf(order);
    const held = this.holdOf(event, ratesOf(fees), all, index);
    const terms = newMoney(order, fees, held, at);
    this.touched.set(order.orderId, { order, terms, triggered: false });
    const data = {
      symbol: spec.symbol,
      ...withoutType(event),
      price: this.price(order.priceTicks),
      stopPrice: order.stopTicks === null || isDormant(order) ? null : this.price(order.stopTicks),
      ...(order.trail !== undefined && { trailing: trailingTerms(order.trail, this.terms.sizes.tick) }),
      ...(order.attached !== undefined && { attached: attachedTerms(order.attached, this.terms.sizes) }),
      quantity: this.quantity(order.lots),
      held: format(held),
      heldAsset,
      fees,
      ...(decidedTo !== undefined && { decidedTo }),
    };
    this.push({ type: 'OrderAccepted', data }, this.hold(order, held, order.parent !== undefined));
  }

  /** A market order that pays in money holds exactly what it is about to take; the two legs of an OCO pair share the larger hold. */
  private holdOf(
    { order, ocoOrderId }: Of<'OrderAccepted'>,
    rates: FeeRates,
    all: readonly BookEvent[],
    index: number,
  ): Amount {
    if (ocoOrderId !== null && this.touched.has(ocoOrderId)) return ZERO;
    if (isExact(order)) return this.takingCost(order, all, rates);
    const held = this.settlement.reserve(order, order.lots, rates.worst);
    const next = all[index + 1];
    if (ocoOrderId === null || next?.type !== 'OrderAccepted') return held;
    const other = this.settlement.reserve(next.order, next.order.lots, rates.worst);
    return held > other ? held : other;
  }

  /** What an order takes out of its hold by its own fills in these events of the book. */
  private takingCost(order: Order, events: readonly BookEvent[], rates: FeeRates): Amount {
    const { sizes } = this.terms;
    let cost = ZERO;
    for (const event of events) {
      if (event.type !== 'OrderMatched' || event.takerOrderId !== order.orderId) continue;
      const fee = feeOf(notionalOf(event.priceTicks, event.lots, sizes), rates.taker, sizes.quoteDecimals);
      cost += this.settlement.cost(fillOf(event, 'taker', fee, this.terms.sizes), order, rates.worst);
    }
    return cost;
  }

  private match(event: OrderMatched): void {
    const { spec, beat } = this.terms;
    const rates = { maker: this.ratesOf(event.makerOrderId), taker: this.ratesOf(event.takerOrderId) };
    const paid = this.paidFees(event, rates);
    const [maker, taker] = [this.fill(event, 'maker', paid.maker), this.fill(event, 'taker', paid.taker)];
    const { quantity, notional } = taker.fill;
    this.trades += 1;
    const data = {
      symbol: spec.symbol,
      ...withoutType(event),
      tradeId: `t-${spec.symbol}-${this.trades}`,
      price: this.price(event.priceTicks),
      quantity: format(quantity),
      notional: format(notional),
      makerFee: format(maker.fill.fee),
      takerFee: format(taker.fill.fee),
      makerTerms: fillTerms(rates.maker, 'maker'),
      takerTerms: fillTerms(rates.taker, 'taker'),
      makerHeld: maker.held,
      takerHeld: taker.held,
      ...(beat !== undefined && { beat }),
    };
    const moved = [maker, taker].map(({ fill, ...hold }) => this.settlement.onFill(fill, hold));
    const postings = moved.flatMap((side) => side.postings);
    const fees = maker.fill.fee + taker.fill.fee;
    if (fees !== ZERO) postings.push({ account: HOUSE.fees.account, asset: spec.quote, amount: fees });
    this.push({ type: 'OrderMatched', data }, postings);
    for (const { events = [] } of moved) this.events.push(...events);
  }

  /** One side of a fill: what stays held, and what is freed because the price was better than the hold. */
  private fill(event: OrderMatched, role: Role, fee: Amount): { fill: Fill; held: string | null } & FilledHold {
    const orderId = role === 'maker' ? event.makerOrderId : event.takerOrderId;
    const fill = fillOf(event, role, fee, this.terms.sizes);
    if (orderId === null) return { fill, held: null, cost: ZERO, freed: ZERO };
    const { order, terms } = this.find(orderId);
    const { worst } = terms.rates;
    const cost = this.settlement.cost(fill, order, worst);
    const remaining = role === 'maker' ? event.makerRemainingLots : event.takerRemainingLots;
    const held = isExact(order) ? terms.held - cost : this.settlement.reserve(order, remaining, worst);
    const freed = terms.held - cost - held;
    if (freed < ZERO || held < ZERO) throw new Error(`the hold of ${orderId} does not cover its fill`);
    terms.held = held;
    terms.filledLots += event.lots;
    terms.filledNotional += fill.notional;
    terms.fee += fill.fee;
    return { fill, held: format(held), cost, freed };
  }

  private ratesOf(orderId: string | null): FeeRates | null {
    return orderId === null ? null : this.find(orderId).terms.rates;
  }

  private paidFees({ priceTicks, lots }: OrderMatched, { maker, taker }: Record<Role, FeeRates | null>) {
    const { sizes } = this.terms;
    return tradeFees(notionalOf(priceTicks, lots, sizes), maker, taker, sizes.quoteDecimals);
  }

  /** Its hold stays what it was: it moves towards what costs its owner less. */
  private trail(event: Of<'OrderTrailed'>): void {
    const { reachedTicks, stopTicks, priceTicks } = event;
    const settled = this.find(event.orderId);
    this.touched.set(event.orderId, { ...settled, order: { ...settled.order, stopTicks, priceTicks } });
    const prices = { price: this.price(reachedTicks), stopPrice: this.price(stopTicks) };
    this.push({ type: event.type, data: { symbol: this.terms.spec.symbol, ...withoutType(event), ...prices } });
  }

  /** Frees the hold, or leaves it to the other leg of an OCO pair when that lives on. */
  private cancel(event: Of<'OrderCancelled'>, all: readonly BookEvent[], index: number): void {
    const settled = this.find(event.orderId);
    // The partner may die by a later event of the same command; it frees the hold then.
    const heldBy = settled.terms.held > ZERO ? this.livingPartner(event.orderId, all, index) : null;
    const released = heldBy === null ? settled.terms.held : ZERO;
    if (heldBy !== null) this.find(heldBy).terms.held += settled.terms.held;
    settled.terms.held = ZERO;
    const data = { symbol: this.terms.spec.symbol, ...withoutType(event), released: format(released), heldBy };
    this.push({ type: 'OrderCancelled', data }, this.hold(settled.order, -released));
  }

  private amend(event: Of<'OrderAmended'>, all: readonly BookEvent[], index: number): void {
    const settled = this.find(event.orderId);
    const { priceTicks, stopTicks, lots } = event;
    const order = amendedBy(settled.order, event);
    const fees = event.byFill ? this.keptFees(event.orderId) : this.fees();
    settled.terms.rates = ratesOf(fees);
    settled.terms.fees = feesKept(order, fees);
    const held = this.amendedHold(event, order, all, index);
    const more = held - settled.terms.held;
    settled.terms.held = held;
    this.touched.set(event.orderId, { ...settled, order });
    const data = {
      symbol: this.terms.spec.symbol,
      ...withoutType(event),
      price: this.price(priceTicks),
      stopPrice: stopTicks === null ? null : this.price(stopTicks),
      quantity: this.quantity(lots),
      held: format(held),
      fees,
      ...(event.attached && { attachedTerms: attachedTerms(event.attached, this.terms.sizes) }),
    };
    this.push({ type: 'OrderAmended', data }, this.hold(order, more, event.byFill));
  }

  /** Of a pair the leg that leads holds what the dearer one needs, and the stop nothing, as when they were placed. */
  private amendedHold(event: Of<'OrderAmended'>, order: Order, all: readonly BookEvent[], index: number): Amount {
    const { worst } = this.find(event.orderId).terms.rates;
    const partnerId = this.livingPartner(event.orderId, all, index);
    const own = this.settlement.reserve(order, event.remainingLots, worst);
    if (partnerId === null) return own;
    if (!leadsPair(order)) return ZERO;
    const leg = all.find((other) => other.type === 'OrderAmended' && other.orderId === partnerId) as typeof event;
    const amended = amendedBy(this.find(partnerId).order, leg);
    const partner = this.settlement.reserve(amended, leg.remainingLots, worst);
    return own > partner ? own : partner;
  }

  private reduce(event: Of<'OrderReduced'>, all: readonly BookEvent[], index: number): void {
    const settled = this.find(event.orderId);
    const { order, terms } = settled;
    // The hold of an OCO pair must still cover the other leg, which is not reduced with this one.
    const stays = isExact(order) || this.livingPartner(event.orderId, all, index) !== null;
    const held = stays ? terms.held : this.settlement.reserve(order, event.remainingLots, terms.rates.worst);
    const freed = terms.held - held;
    terms.held = held;
    this.touched.set(event.orderId, { ...settled, order: { ...order, lots: order.lots - event.lots } });
    const quantity = this.quantity(event.lots);
    const data = { symbol: this.terms.spec.symbol, ...withoutType(event), quantity, held: format(held) };
    this.push({ type: 'OrderReduced', data }, this.hold(order, -freed));
  }

  /** From available to on hold; a negative amount comes back. Only the command's sender ever holds more, and whoever a fill brought it to. */
  private hold(order: Order, more: Amount, cameIn = false): Posting[] {
    if (more === ZERO) return [];
    const { owner } = order;
    const space = this.state.product.space(this.state.symbol);
    const asset = this.assetOf(order);
    if (more > ZERO && !cameIn) this.look(owner, asset, more);
    return [
      { account: userAccount(owner, space, 'available'), asset, amount: -more },
      { account: userAccount(owner, space, 'frozen'), asset, amount: more },
    ];
  }

  private look(owner: string, asset: string, more: Amount): void {
    const { available } = this.terms;
    if (available === null) throw new Error(`${owner} would hold more by a command of somebody else`);
    const held = this.state.product.hasPositions ? 'margin' : 'balance';
    const problem = balanceRefused(more, available(asset), asset, held);
    if (problem !== undefined) this.problems.push(refusalOf(problem));
  }

  /** What comes with a fill pays what the filled order does. */
  private keptFees(orderId: string): FeeTerms {
    const { fees } = this.find(orderId).terms;
    if (fees === undefined) throw new Error(`${orderId} keeps no fee terms`);
    return fees;
  }

  private fees(): FeeTerms {
    const { fees } = this.terms;
    if (fees === undefined) throw new Error('an order would be accepted or amended without fee terms');
    return fees;
  }

  private assetOf({ side }: Order): string {
    return this.state.product.heldAsset(side, this.terms.spec);
  }

  private find(orderId: string): Settled {
    const known = this.touched.get(orderId);
    if (known !== undefined) return known;
    const open = orderOf(this.state.book, orderId);
    const terms = this.state.terms.get(orderId);
    if (open === null || terms === undefined)
      throw new Error(`${orderId} is not an open order of ${this.terms.spec.symbol}`);
    const settled = { order: open.order, terms: { ...terms }, triggered: open.place !== 'stops' };
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
    return format(fromSteps(ticks, this.terms.sizes.tick));
  }

  private quantity(lots: number): string {
    return format(fromSteps(lots, this.terms.sizes.lot));
  }

  /** Under the product's name. */
  private push(fact: BookFact, postings: readonly Posting[] = []): void {
    const { product, symbol } = this.state;
    this.facts.push(fact);
    const named = {
      stream: `${product.name}-${symbol}`,
      schema: 1,
      type: `${product.prefix}${fact.type}`,
      data: fact.data,
    };
    this.events.push(postings.length === 0 ? named : { ...named, postings });
  }
}
