import type { PositionSide } from '../../../shared/margin.js';
import { format, ONE, over, roundTo, times, ZERO, type Amount } from '../../../shared/money.js';
import type { StreamKind, View } from '../../core/decider.js';
import type { NewEvent, Posting } from '../../core/event.js';
import { HOUSE, userAccount, type AccountSpace } from '../../engine/ledger/chart.js';
import { HOUSE as AGENTS, isReducing, type Order } from '../../trading/matching/book.js';
import type { BookSpec } from '../../trading/venue/book.facts.js';
import { notionalOf, type Sizes } from '../../trading/venue/order.rules.js';
import type { Fill, FilledHold, Settlement } from '../../trading/venue/product.settlement.js';
import type { NewPositionEvent, PositionFacts } from './position.facts.js';
import { closed, opened, type Closed, type Holding } from './position.rules.js';
import { factsOf, positionId, type PositionState } from './position.state.js';

/** Of USDT in the ledger. */
const DECIMALS = 8;

interface SettlementParts {
  readonly kind: StreamKind<PositionState>;
  /** The funds that margin is held in. */
  readonly space: AccountSpace;
  /** The cumulative funding index of the contract: what a unit of it has been charged so far. */
  fundingIndex(view: View, symbol: string): Amount;
}

/** What an order and its fills do to positions and margin. Agents pay and are paid at once; a clearing account stands between all of them. */
export function marginSettlement(
  parts: SettlementParts,
  { spec, sizes }: { readonly spec: BookSpec; readonly sizes: Sizes },
  view: View,
): Settlement {
  const account = new PositionAccount(parts, { spec, sizes }, view);
  return {
    reserve: (order, lots, worstRate) => reserveFor(order, lots, worstRate, sizes),
    cost: (fill, order, worstRate) => costOf(fill, order, worstRate, sizes),
    onFill: (fill, hold) => account.fill(fill, hold),
  };
}

/** Initial margin, and the fees of opening and closing; nothing for an order that only closes. */
function reserveFor(order: Order, lots: number, worstRate: Amount, sizes: Sizes): Amount {
  if (isReducing(order)) return ZERO;
  const notional = notionalOf(marginOf(order).priceTicks, lots, sizes);
  return marginFor(order, notional, worstRate) + down(times(notional, worstRate, 'down'));
}

/** What a fill takes: by its own price, and never more than was held for these lots. */
function costOf({ notional, fee, lots }: Fill, order: Order, worstRate: Amount, sizes: Sizes): Amount {
  if (isReducing(order)) return ZERO;
  const held = reserveFor(order, lots, worstRate, sizes);
  const wanted = marginFor(order, notional, worstRate) + fee;
  return wanted < held ? wanted : held;
}

/**
 * Initial margin, and the fee of closing at the price at which it is lost. Rounded down, so that the parts of an order never need more
 * than the whole has held.
 */
function marginFor(order: Order, notional: Amount, rate: Amount): Amount {
  const margin = down(over(notional, BigInt(marginOf(order).leverage) * ONE, 'down'));
  const end = sideOf(order) === 'long' ? notional - margin : notional + margin;
  return margin + down(times(end, rate, 'down'));
}

const down = (value: Amount): Amount => roundTo(value, DECIMALS, 'down');

function marginOf({ orderId, margin }: Order) {
  if (margin === undefined) throw new Error(`${orderId} says no leverage`);
  return margin;
}

/** The position that an order opens. */
const sideOf = ({ side, positionSide }: Pick<Order, 'side' | 'positionSide'>): PositionSide =>
  positionSide === 'long' || positionSide === 'short' ? positionSide : side === 'buy' ? 'long' : 'short';

/** The positions of one decision: one command may move the same one several times. */
class PositionAccount {
  private readonly moved = new Map<string, { long: Holding | null; short: Holding | null }>();

  constructor(
    private readonly parts: SettlementParts,
    private readonly terms: { readonly spec: BookSpec; readonly sizes: Sizes },
    private readonly view: View,
  ) {}

  fill(fill: Fill, hold: FilledHold): { readonly postings: readonly Posting[]; readonly events: readonly NewEvent[] } {
    if (fill.owner === AGENTS) return { postings: this.agentPostings(fill), events: [] };
    const { side, positionSide } = fill;
    const opens: PositionSide = side === 'buy' ? 'long' : 'short';
    const closes: PositionSide = side === 'buy' ? 'short' : 'long';
    if (positionSide === opens) return this.open(fill, opens, hold);
    if (positionSide === closes) return this.close(fill, closes, hold);
    return this.turn(fill, { opens, closes }, hold);
  }

  /** One-way mode: what is open on the other side is closed first, and the rest opens. */
  private turn(fill: Fill, { opens, closes }: Record<'opens' | 'closes', PositionSide>, hold: FilledHold) {
    const lots = Math.min(fill.lots, this.holding(fill.owner, closes)?.lots ?? 0);
    if (lots === 0) return this.open(fill, opens, hold);
    if (lots === fill.lots) return this.close(fill, closes, hold);
    const [first, rest] = [this.part(fill, lots), this.part(fill, fill.lots - lots)];
    const fee = fill.fee - first.fee;
    // The closed lots need nothing of the hold; the opened ones keep their share of it.
    const cost = (hold.cost * BigInt(rest.lots)) / BigInt(fill.lots);
    const closing = this.close(first, closes, { cost: hold.cost - cost, freed: hold.freed });
    const opening = this.open({ ...rest, fee }, opens, { cost, freed: ZERO });
    return {
      postings: [...closing.postings, ...opening.postings],
      events: [...closing.events, ...opening.events],
    };
  }

  private part(fill: Fill, lots: number): Fill {
    const { sizes } = this.terms;
    const notional = notionalOf(fill.priceTicks, lots, sizes);
    const fee = roundTo((fill.fee * BigInt(lots)) / BigInt(fill.lots), sizes.quoteDecimals, 'down');
    return { ...fill, lots, notional, quantity: BigInt(lots) * sizes.lot, fee };
  }

  private open({ owner, orderId, lots, notional, fee }: Fill, side: PositionSide, { cost, freed }: FilledHold) {
    const before = this.holding(owner, side);
    const margin = cost - fee;
    const fundingIndex = this.parts.fundingIndex(this.view, this.terms.spec.symbol);
    const after = opened(before, { side, lots, notional, fee }, { margin, fundingIndex });
    const data: PositionFacts['PositionOpened'] = {
      ...this.named(owner, side, orderId),
      lots,
      notional: format(notional),
      fee: format(fee),
      margin: format(margin),
      after: factsOf(side, after),
    };
    const type = before === null ? 'PositionOpened' : 'PositionIncreased';
    return {
      postings: this.held(owner, -(fee + freed), freed),
      events: [this.keep(owner, side, after, { type, data })],
    };
  }

  private close({ owner, orderId, lots, notional, fee }: Fill, side: PositionSide, { cost, freed }: FilledHold) {
    const before = this.holding(owner, side);
    if (before === null) throw new Error(`${owner} has no ${side} position to close`);
    const result = closed(before, { lots, notional, fee });
    const back = cost + freed;
    const data: PositionFacts['PositionClosed'] = {
      ...this.named(owner, side, orderId),
      lots,
      notional: format(notional),
      fee: format(fee),
      realised: format(result.realised),
      released: format(result.released),
      shortfall: format(result.shortfall),
      after: factsOf(side, result.after),
    };
    const type = result.after.lots === 0 ? 'PositionClosed' : 'PositionReduced';
    return {
      postings: this.closingPostings(owner, before, result, back),
      events: [this.keep(owner, side, result.after, { type, data })],
    };
  }

  private closingPostings(
    owner: string,
    before: Holding,
    { after, released, realised, shortfall }: Closed,
    back: Amount,
  ): Posting[] {
    const freedMargin = before.margin - after.margin;
    return [
      ...this.held(owner, -(freedMargin + back), released + back),
      ...this.posting(HOUSE.contractClearing.account, -realised),
      ...this.posting(HOUSE.contractAgents.account, -shortfall),
    ];
  }

  /** They buy and sell as with money: what a position of theirs is worth is in what they paid and received. */
  private agentPostings({ side, notional, fee }: Fill): Posting[] {
    const paid = side === 'buy' ? notional : -notional;
    return [
      ...this.posting(HOUSE.contractAgents.account, -paid - fee),
      ...this.posting(HOUSE.contractClearing.account, paid),
    ];
  }

  private held(owner: string, frozen: Amount, available: Amount): Posting[] {
    const { space } = this.parts;
    return [
      ...this.posting(userAccount(owner, space, 'frozen'), frozen),
      ...this.posting(userAccount(owner, space, 'available'), available),
    ];
  }

  private posting(account: string, value: Amount): Posting[] {
    return value === ZERO ? [] : [{ account, asset: this.terms.spec.quote, amount: value }];
  }

  private named(owner: string, side: PositionSide, orderId: string | null) {
    if (orderId === null) throw new Error(`a fill of ${owner} has no order`);
    return { owner, symbol: this.terms.spec.symbol, side, orderId };
  }

  private holding(owner: string, side: PositionSide): Holding | null {
    return this.sides(owner)[side];
  }

  private sides(owner: string) {
    const id = positionId(owner, this.terms.spec.symbol);
    let sides = this.moved.get(id);
    if (sides === undefined) {
      const { long, short } = this.view.state(this.parts.kind, id);
      sides = { long, short };
      this.moved.set(id, sides);
    }
    return sides;
  }

  private keep(
    owner: string,
    side: PositionSide,
    after: Holding,
    event: Pick<NewPositionEvent, 'type' | 'data'>,
  ): NewEvent {
    this.sides(owner)[side] = after.lots === 0 ? null : after;
    const id = positionId(owner, this.terms.spec.symbol);
    return { stream: `${this.parts.kind.name}-${id}`, schema: 1, ...event };
  }
}
