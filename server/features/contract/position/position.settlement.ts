import type { PositionSide } from '../../../../shared/margin.js';
import { format, fromSteps, ONE, over, portion, roundTo, times, ZERO, type Amount } from '../../../../shared/money.js';
import type { View } from '../../../core/decider.js';
import type { NewEvent, Posting } from '../../../core/event.js';
import { HOUSE, userAccount, userOf } from '../../../engine/ledger/chart.js';
import { HOUSE as AGENTS, isReducing, type Order } from '../../../trading/matching/book.js';
import type { BookSpec } from '../../../trading/venue/book.facts.js';
import { notionalOf, type Sizes } from '../../../trading/venue/order.rules.js';
import type { Fill, FilledHold, Settlement } from '../../../trading/venue/product.settlement.js';
import { fundingKind } from '../funding/funding.state.js';
import type { CloseCause, NewPositionEvent, PositionFacts, PositionFunded } from './position.events.js';
import { closed, fundingSettled, marginKept, opened, type Closed, type Holding } from './position.rules.js';
import { contractOf, factsOf, positionKind, spaceOf } from './position.state.js';

/** Of USDT in the ledger. */
const DECIMALS = 8;

/** What an order and its fills do to positions and margin. Agents pay and are paid at once; a clearing account stands between all of them. */
export function marginSettlement({ spec, sizes }: ContractTerms, view: View): Settlement {
  return settlementOf(new PositionAccount({ spec, sizes }, view), sizes);
}

export function settlementOf(account: Pick<PositionAccount, 'fill'>, sizes: Sizes): Settlement {
  return {
    reserve: (order, lots, worstRate) => reserveFor(order, lots, worstRate, sizes),
    cost: (fill, order, worstRate) => costOf(fill, order, worstRate, sizes),
    onFill: (fill, hold) => account.fill(fill, hold),
  };
}

/** For a preview, which loads nobody else's position: what other owners get by a fill is left out. */
export function settlementOfLoaded(settlement: Settlement, isLoaded: (owner: string) => boolean): Settlement {
  const moves = ({ owner }: Fill): boolean => owner === AGENTS || isLoaded(owner);
  return {
    ...settlement,
    onFill: (fill, hold) => (moves(fill) ? settlement.onFill(fill, hold) : { postings: [] }),
  };
}

/**
 * Initial margin at the worse of its own price and the mark price, what it would lose at once against the mark, and the fees of opening and
 * closing. Nothing for an order that only closes.
 */
function reserveFor(order: Order, lots: number, worstRate: Amount, sizes: Sizes): Amount {
  if (isReducing(order)) return ZERO;
  const notional = notionalOf(worstTicksOf(order), lots, sizes);
  const loss = lossOf(order, notionalOf(order.priceTicks, lots, sizes), lots, sizes);
  return marginFor(order, notional, worstRate) + loss + feeFor(notional, worstRate);
}

/** The worse of an order's own price and the mark price, which its margin is reckoned at. */
export const worstTicksOf = (order: Order): number => Math.max(order.priceTicks, markOf(order));

const feeFor = (notional: Amount, rate: Amount): Amount => down(times(notional, rate, 'down'));

/** What a fill takes: by its own price, and never more than was held for these lots. */
function costOf({ notional, fee, lots }: Fill, order: Order, worstRate: Amount, sizes: Sizes): Amount {
  if (isReducing(order)) return ZERO;
  const held = reserveFor(order, lots, worstRate, sizes);
  const wanted = marginFor(order, notional, worstRate) + lossOf(order, notional, lots, sizes) + fee;
  return wanted < held ? wanted : held;
}

/** What is lost against the mark by buying above it, or selling below. Without it a position could be bankrupt as it opens. */
export function lossOf(order: Order, notional: Amount, lots: number, sizes: Sizes): Amount {
  const marked = notionalOf(markOf(order), lots, sizes);
  const loss = sideOf(order) === 'long' ? notional - marked : marked - notional;
  return loss > ZERO ? down(loss) : ZERO;
}

/** The mark price that an order is reckoned at: that of when it was placed, of a stop the price that it waits for. */
export const markOf = (order: Order): number => order.stopTicks ?? marginOf(order).markTicks;

/**
 * Initial margin, and the fee of closing at the price at which it is lost. Rounded down, so that the parts of an order never need more
 * than the whole has held.
 */
function marginFor(order: Order, notional: Amount, rate: Amount): Amount {
  const { margin, closingFee } = marginPartsOf(order, notional, rate);
  return margin + closingFee;
}

export function marginPartsOf(order: Order, notional: Amount, rate: Amount) {
  const margin = down(over(notional, BigInt(marginOf(order).leverage) * ONE, 'down'));
  const end = sideOf(order) === 'long' ? notional - margin : notional + margin;
  return { margin, closingFee: feeFor(end, rate) };
}

const down = (value: Amount): Amount => roundTo(value, DECIMALS, 'down');

function marginOf({ orderId, margin }: Order) {
  if (margin === undefined) throw new Error(`${orderId} says no leverage`);
  return margin;
}

/** The position that an order opens. */
export const sideOf = ({ side, positionSide }: Pick<Order, 'side' | 'positionSide'>): PositionSide =>
  positionSide === 'long' || positionSide === 'short' ? positionSide : side === 'buy' ? 'long' : 'short';

export interface ContractTerms {
  readonly spec: BookSpec;
  readonly sizes: Sizes;
}

/** What an effect on a position leaves in the history. */
export interface Effects {
  readonly postings: readonly Posting[];
  readonly events: readonly NewEvent[];
}

/** Lots that change hands at a price without an order of their owner's. */
export interface TakeOver {
  readonly ownerId: string;
  readonly side: PositionSide;
  readonly lots: number;
  readonly price: Amount;
  readonly notional: Amount;
  readonly fee: Amount;
  readonly cause: CloseCause;
}

export interface ForcedOrder {
  readonly orderId: string;
  readonly cause: 'liquidation' | 'gap';
}

type Traded = Pick<Fill, 'owner' | 'lots' | 'notional' | 'fee'> & {
  readonly orderId: string | null;
  readonly price: Amount;
  readonly cause: CloseCause;
};

interface Sides extends Record<PositionSide, Holding | null> {
  readonly opened: Record<PositionSide, number>;
}

/** The positions of one decision in one contract: one command may move the same one several times. */
export class PositionAccount {
  private readonly moved = new Map<string, Sides>();

  constructor(
    private readonly terms: ContractTerms,
    private readonly view: View,
    /** The order by which the venue closes lots of a position, and why. */
    private readonly forced: ForcedOrder | null = null,
  ) {}

  fill(fill: Fill, hold: FilledHold): Effects {
    if (fill.owner === AGENTS) return { postings: this.agentPostings(fill), events: [] };
    const { side, positionSide } = fill;
    const opens: PositionSide = side === 'buy' ? 'long' : 'short';
    const closes: PositionSide = side === 'buy' ? 'short' : 'long';
    if (positionSide === opens) return this.open(fill, opens, hold);
    if (positionSide === closes) return this.close(this.traded(fill), closes, hold);
    return this.turn(fill, { opens, closes }, hold);
  }

  /** Closes lots at a price; the agents are on the other side. */
  takeOver(taken: TakeOver): Effects {
    const { postings, events } = this.giveUp(taken);
    return { postings: [...postings, ...this.agentsTake(taken.side, taken.notional)], events };
  }

  /** Closes lots at a price. Who takes them is settled by the caller. */
  giveUp({ ownerId, side, lots, price, notional, fee, cause }: TakeOver): Effects {
    const trade = { owner: ownerId, orderId: null, lots, price, notional, fee, cause };
    const { postings, events } = this.close(trade, side, { cost: ZERO, freed: ZERO });
    return { postings: [...postings, ...this.posting(HOUSE.fees.account, fee)], events };
  }

  /** Agents take what a side gave up, for this notional. */
  agentsTake(side: PositionSide, notional: Amount): Posting[] {
    return this.agentPostings({ side: side === 'long' ? 'buy' : 'sell', notional, fee: ZERO });
  }

  /** Pays what a side owes of funding by now, or gets it. */
  fund(ownerId: string, side: PositionSide): Effects {
    const { postings, events } = this.settleFunding(ownerId, side);
    return { postings: [], events: events.map((event) => (postings.length === 0 ? event : { ...event, postings })) };
  }

  /** Its postings belong to what is settled with it: margin that is received may leave in the same step. */
  private settleFunding(ownerId: string, side: PositionSide): Effects {
    const before = this.sides(ownerId)[side];
    const { index, dueAt } = this.view.state(fundingKind, this.terms.spec.symbol);
    if (before === null || before.fundingIndex === index) return { postings: [], events: [] };
    const { after, paid, shortfall, rounding } = fundingSettled(before, this.terms.sizes.lot, index);
    const data: PositionFunded = {
      ...this.named(ownerId, side),
      index: format(index),
      dueAt,
      paid: format(paid),
      shortfall: format(shortfall),
      rounding: format(rounding),
      after: factsOf(after),
    };
    const postings = [
      ...this.posting(userAccount(ownerId, this.space, 'frozen'), -paid),
      ...this.posting(HOUSE.contractAgents.account, paid),
    ];
    return { postings, events: [this.keep(ownerId, side, after, { type: 'PositionFunded', data })] };
  }

  holding(ownerId: string, side: PositionSide): Holding | null {
    return this.sides(ownerId)[side];
  }

  /** One-way mode: what is open on the other side is closed first, and the rest opens. */
  private turn(fill: Fill, { opens, closes }: Record<'opens' | 'closes', PositionSide>, hold: FilledHold): Effects {
    const lots = Math.min(fill.lots, this.holding(fill.owner, closes)?.lots ?? 0);
    if (lots === 0) return this.open(fill, opens, hold);
    if (lots === fill.lots) return this.close(this.traded(fill), closes, hold);
    const [first, rest] = [this.part(fill, lots), this.part(fill, fill.lots - lots)];
    const fee = fill.fee - first.fee;
    // The closed lots need nothing of the hold; the opened ones keep their share of it.
    const cost = down(portion(hold.cost, BigInt(rest.lots), BigInt(fill.lots), 'down'));
    const closing = this.close(this.traded(first), closes, { cost: hold.cost - cost, freed: hold.freed });
    const opening = this.open({ ...rest, fee }, opens, { cost, freed: ZERO });
    return {
      postings: [...closing.postings, ...opening.postings],
      events: [...closing.events, ...opening.events],
    };
  }

  private part(fill: Fill, lots: number): Fill {
    const { sizes } = this.terms;
    const notional = notionalOf(fill.priceTicks, lots, sizes);
    const fee = down(portion(fill.fee, BigInt(lots), BigInt(fill.lots), 'down'));
    return { ...fill, lots, notional, quantity: BigInt(lots) * sizes.lot, fee };
  }

  private traded({ owner, orderId, lots, notional, fee, priceTicks }: Fill): Traded {
    const cause = orderId !== null && orderId === this.forced?.orderId ? this.forced.cause : 'order';
    return { owner, orderId, lots, notional, fee, price: fromSteps(priceTicks, this.terms.sizes.tick), cause };
  }

  private open(fill: Fill, side: PositionSide, { cost, freed }: FilledHold): Effects {
    const { owner, orderId, lots, notional, fee, priceTicks } = fill;
    if (orderId === null) throw new Error(`a fill of ${owner} has no order`);
    const funded = this.settleFunding(owner, side);
    const before = this.holding(owner, side);
    const margin = cost - fee;
    const { index } = this.view.state(fundingKind, this.terms.spec.symbol);
    const number = this.sides(owner).opened[side] + 1;
    const after = opened(before, { side, lots, notional, fee }, { margin, fundingIndex: index, number });
    const data: PositionFacts['PositionOpened'] = {
      ...this.named(owner, side),
      orderId,
      lots,
      quantity: this.quantity(lots),
      price: format(fromSteps(priceTicks, this.terms.sizes.tick)),
      notional: format(notional),
      fee: format(fee),
      margin: format(margin),
      after: factsOf(after),
    };
    const type = before === null ? 'PositionOpened' : 'PositionIncreased';
    return {
      postings: [...funded.postings, ...this.held(owner, -(fee + freed), freed)],
      events: [...funded.events, this.keep(owner, side, after, { type, data })],
    };
  }

  private close(trade: Traded, side: PositionSide, { cost, freed }: FilledHold): Effects {
    const { owner, orderId, lots, price, notional, fee, cause } = trade;
    const funded = this.settleFunding(owner, side);
    const before = this.holding(owner, side);
    if (before === null) throw new Error(`${owner} has no ${side} position to close`);
    const whole = closed(before, { lots, notional, fee });
    const result = cause === 'gap' ? marginKept(whole) : whole;
    const back = cost + freed;
    const data: PositionFacts['PositionClosed'] = {
      ...this.named(owner, side),
      orderId,
      cause,
      lots,
      quantity: this.quantity(lots),
      price: format(price),
      notional: format(notional),
      fee: format(fee),
      realised: format(result.realised),
      released: format(result.released),
      fundingPaid: format(result.fundingPaid),
      shortfall: format(result.shortfall),
      after: factsOf(result.after),
    };
    const type = result.after.lots === 0 ? 'PositionClosed' : 'PositionReduced';
    return {
      postings: [...funded.postings, ...this.closingPostings(owner, before, result, back)],
      events: [...funded.events, this.keep(owner, side, result.after, { type, data })],
    };
  }

  private closingPostings(
    owner: string,
    before: Holding,
    { after, released, realised, fundingPaid, shortfall }: Closed,
    back: Amount,
  ): Posting[] {
    const freedMargin = before.margin - after.margin;
    return [
      ...this.held(owner, -(freedMargin + back), released + back),
      ...this.posting(HOUSE.contractClearing.account, -realised),
      ...this.posting(HOUSE.contractAgents.account, fundingPaid - shortfall),
    ];
  }

  /** They buy and sell as with money: what a position of theirs is worth is in what they paid and received. */
  private agentPostings({ side, notional, fee }: Pick<Fill, 'side' | 'notional' | 'fee'>): Posting[] {
    const paid = side === 'buy' ? notional : -notional;
    return [
      ...this.posting(HOUSE.contractAgents.account, -paid - fee),
      ...this.posting(HOUSE.contractClearing.account, paid),
    ];
  }

  private held(owner: string, frozen: Amount, available: Amount): Posting[] {
    return [
      ...this.posting(userAccount(owner, this.space, 'frozen'), frozen),
      ...this.posting(userAccount(owner, this.space, 'available'), available),
    ];
  }

  private posting(account: string, value: Amount): Posting[] {
    return value === ZERO ? [] : [{ account, asset: this.terms.spec.quote, amount: value }];
  }

  /** Lots as an amount of the underlying. */
  quantity(lots: number): string {
    return format(fromSteps(lots, this.terms.sizes.lot));
  }

  get space() {
    return spaceOf(this.terms.spec.symbol);
  }

  /** How the events of a side begin. */
  named(ownerId: string, side: PositionSide) {
    return { userId: userOf(ownerId), ownerId, symbol: this.terms.spec.symbol, side };
  }

  private sides(ownerId: string): Sides {
    let sides = this.moved.get(ownerId);
    if (sides === undefined) {
      const {
        long,
        short,
        opened: before,
      } = contractOf(this.view.state(positionKind, ownerId), this.terms.spec.symbol);
      sides = { long, short, opened: { ...before } };
      this.moved.set(ownerId, sides);
    }
    return sides;
  }

  /** Goes on with a side as an event leaves it. */
  keep(ownerId: string, side: PositionSide, after: Holding, event: Pick<NewPositionEvent, 'type' | 'data'>): NewEvent {
    const sides = this.sides(ownerId);
    sides[side] = after.lots === 0 ? null : after;
    sides.opened[side] = after.number;
    return { stream: `${positionKind.name}-${ownerId}`, schema: 1, ...event };
  }
}
