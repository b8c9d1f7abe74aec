/** Random but repeatable commands for comparing books: crowded prices, few owners, every kind of order and liquidity. */

import {
  closableLots,
  HOUSE,
  isReducing,
  newOrder,
  ordersOf,
  POSITION_SIDES,
  STOP_TRIGGERS,
  type Book,
} from './book.js';
import { netLots } from './positions.js';
import type {
  BookCommand,
  CommandCancelReason,
  LadderLevel,
  Liquidity,
  MomentPrices,
  Attached,
  Order,
  Phase,
  PositionChange,
  PositionSide,
  SelfTradePrevention,
  Side,
  TimeInForce,
  Trail,
} from './types.js';

/** Whole numbers from 0 up to but not including the bound. */
type Draw = (bound: number) => number;

/** The mulberry32 generator: small, and the same everywhere. */
export function seededDraw(seed: number): Draw {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

const OWNERS = ['ann', 'ben', 'cat', 'dan', 'eve'];
const MIDDLE_TICKS = 100;
const SELF_TRADE: readonly SelfTradePrevention[] = ['cancel-taker', 'cancel-maker', 'cancel-both', 'decrement'];
const TIMES: readonly TimeInForce[] = ['GTC', 'GTC', 'GTC', 'IOC', 'FOK'];

/** With orders at the close among them. */
const CLOSING_TIMES: readonly TimeInForce[] = ['GTC', 'GTC', 'OPG', 'ATC', 'ATC', 'IOC', 'FOK'];

const pick = <Item>(draw: Draw, items: readonly Item[]): Item => items[draw(items.length)]!;

/** Prices crowd in the middle, so that orders meet; rarely one is no price at all. */
const price = (draw: Draw): number => (draw(200) === 0 ? 0 : MIDDLE_TICKS - 12 + draw(13) + draw(13));

function positionOf({ positionSide, reduceOnly }: Order): Partial<Order> {
  return positionSide === undefined || reduceOnly === undefined ? {} : { positionSide, reduceOnly };
}

export class CommandMaker {
  private made = 0;
  private levels = 0;
  private positions: Book['positions'] = null;
  private inCall = false;

  constructor(
    private readonly draw: Draw,
    private readonly owners: readonly string[] = OWNERS,
    /** Sessions also close, by an auction. */
    private readonly closes = false,
    /** Some owners trade in hedge mode, the others one-way. */
    private readonly hasPositions = false,
    /** Take-profits and trailing stops are among the orders. */
    private readonly takesProfit = false,
    /** Orders come with take-profits and stop-losses. */
    private readonly attaches = false,
    /** Positions get a take-profit and a stop-loss for the whole of them. */
    private readonly protects = false,
  ) {}

  private get times(): readonly TimeInForce[] {
    return this.closes ? CLOSING_TIMES : TIMES;
  }

  private get reasons(): readonly CommandCancelReason[] {
    return this.closes ? ['user', 'expired', 'closed', 'corporate-action'] : ['user', 'expired'];
  }

  liquidity(): Liquidity | undefined {
    if (this.draw(3) === 0) return undefined;
    const middle = MIDDLE_TICKS - 5 + this.draw(11);
    return { bids: this.ladder(middle - 1, -1), asks: this.ladder(middle + 1, 1) };
  }

  prices(): MomentPrices {
    const any = (): number | null => (this.draw(3) === 0 ? null : MIDDLE_TICKS - 5 + this.draw(11));
    return { lastTicks: any(), indexTicks: any(), markTicks: any() };
  }

  /** Calls and continuous trading take turns; the market moves in the second alone. */
  phase({ type }: BookCommand): Phase {
    if (type === 'AdvanceMarket') this.inCall = false;
    else if (this.draw(15) === 0) this.inCall = !this.inCall;
    if (this.inCall) return 'call';
    return this.closes && this.draw(4) === 0 ? 'cut-off' : 'continuous';
  }

  command(book: Book): BookCommand {
    const { draw } = this;
    this.positions = book.positions;
    if (this.hasPositions && draw(30) === 0) return this.adjustment();
    if (this.protects && draw(12) === 0) return this.protection();
    const chance = draw(100);
    if (chance < 40) return { type: 'PlaceOrder', order: this.order(this.limitTerms()) };
    if (chance < 50) return { type: 'PlaceOrder', order: this.order(this.marketTerms()) };
    if (chance < 60) return { type: 'PlaceOrder', order: this.order(this.stopTerms()) };
    if (chance < 67) return this.ocoPair();
    if (chance < 78) return this.amendment(book);
    if (chance < 92) return { type: 'CancelOrder', ...this.openOrder(book), reason: pick(draw, this.reasons) };
    if (chance === 93 && this.closes)
      return { type: 'EndMissedAuctions', opening: draw(2) === 0, closing: draw(2) === 0 };
    if (chance < 94) return this.cancellation();
    return this.advance();
  }

  /** Of everything, of one position, or of what opens by a high leverage. */
  private cancellation(): BookCommand {
    const { draw } = this;
    const all = { type: 'CancelAllOrders', owner: pick(draw, this.owners), reason: 'user' } as const;
    if (!this.hasPositions || draw(3) === 0) return all;
    if (draw(2) === 0) return { ...all, leverageAbove: pick(draw, [2, 20]) };
    return { ...all, positionSide: pick(draw, POSITION_SIDES) };
  }

  /** Mostly of orders that open; rarely more than the whole, or no price, or on the wrong side. */
  private attached(side: Side): Attached {
    const { draw } = this;
    const sign = (side === 'buy') === draw(25) > 0 ? 1 : -1;
    const away = (ticks: number) => ({
      stopTicks: ticks,
      priceTicks: Math.max(draw(100) === 0 ? 0 : 1, ticks - 4 + draw(9)),
    });
    const levels = Array.from({ length: draw(60) === 0 ? 6 * draw(2) : 1 + draw(3) }, (_, index) => {
      const takeProfit = draw(4) === 0 ? null : away(MIDDLE_TICKS + sign * draw(9));
      const stopLoss = draw(4) === 0 ? null : away(MIDDLE_TICKS - sign * (1 + draw(9)));
      return { number: index + 1, share: pick(draw, [10, 33, 33, 34, 50]), takeProfit, stopLoss };
    });
    return { trigger: pick(draw, STOP_TRIGGERS), levels };
  }

  private ladder(fromTicks: number, step: number): LadderLevel[] {
    return Array.from({ length: this.draw(4) }, (_, index) => [fromTicks + step * index, 1 + this.draw(8)]);
  }

  private side(): Side {
    return this.draw(2) === 0 ? 'buy' : 'sell';
  }

  private order(terms: Partial<Order>): Order {
    const order = this.placed(terms);
    const opens = order.side === 'buy' || this.hasPositions;
    if (!this.attaches || this.draw(opens ? 3 : 60) > 0) return order;
    // What comes with its fills is named after it, so its own name is new.
    this.made += 1;
    return { ...order, orderId: `o-${this.made}`, attached: this.attached(order.side) };
  }

  private placed(terms: Partial<Order>): Order {
    const { draw } = this;
    if (draw(100) > 0) this.made += 1;
    const order = newOrder({
      orderId: `o-${this.made}`,
      owner: pick(draw, this.owners),
      side: this.side(),
      priceTicks: price(draw),
      lots: draw(100) === 0 ? draw(2) * 9_000_000_001 : 1 + draw(9),
      selfTrade: pick(draw, SELF_TRADE),
      ...terms,
    });
    return this.hasPositions && !('positionSide' in terms) ? this.withPosition(order) : order;
  }

  /** Mostly of the owner's mode, and then mostly no more than there is to close. */
  private withPosition(order: Order): Order {
    const { draw } = this;
    if (draw(150) === 0) return order;
    const isHedging = this.owners.indexOf(order.owner) % 2 === 0 && draw(60) > 0;
    const positionSide: PositionSide = isHedging ? pick(draw, ['long', 'short']) : 'both';
    const margin = { leverage: pick(draw, [2, 20, 100]), markTicks: MIDDLE_TICKS - 6 + draw(13) };
    const placed = { ...order, positionSide, reduceOnly: draw(isHedging ? 20 : 2) === 0, margin };
    const open = closableLots(this.positions!.of(order.owner), order.side, positionSide);
    const fits = isReducing(placed) && order.budgetTickLots === null && open > 0 && draw(4) > 0;
    return fits ? { ...placed, lots: draw(3) === 0 ? open : 1 + draw(open) } : placed;
  }

  /** Lots change owners, agents take some over; rarely lots come from nowhere, or more go than there are. */
  private adjustment(): BookCommand {
    const { draw } = this;
    const changes = Array.from({ length: 1 + draw(3) }, (): PositionChange => {
      const owner = pick(draw, this.owners);
      const positionSide = this.owners.indexOf(owner) % 2 === 0 ? pick(draw, ['long', 'short'] as const) : 'both';
      const open = this.positions!.of(owner)[positionSide];
      const closed = -Math.sign(open) * draw(Math.abs(open) + 1);
      return { owner, positionSide, lots: draw(8) === 0 ? draw(9) - 4 : closed };
    });
    const net = netLots(changes);
    if (draw(20) > 0) changes.push({ owner: HOUSE, positionSide: 'both', lots: -net });
    return { type: 'AdjustPositions', changes, reason: pick(draw, ['deleveraging', 'insurance-fund', 'settlement']) };
  }

  /** Mostly of a position that is open, with prices in order, and an id of its own. */
  private protection(): BookCommand {
    const { draw } = this;
    const open = this.positions?.save() ?? [];
    const held = open.length > 0 && draw(20) > 0 ? pick(draw, open) : null;
    const isShort = held !== null && (held.short > 0 || held.both < 0);
    const positionSide = held === null || held.both !== 0 ? 'both' : isShort ? 'short' : 'long';
    const sign = isShort === draw(25) > 0 ? -1 : 1;
    const leg = (away: number) => {
      this.made += draw(60) === 0 ? 0 : 1;
      const stopTicks = draw(80) === 0 ? 0 : MIDDLE_TICKS + away;
      return {
        orderId: `o-${this.made}`,
        stopTicks,
        priceTicks: draw(80) === 0 ? 0 : MIDDLE_TICKS + away - 4 + draw(9),
      };
    };
    return {
      type: 'ProtectPosition',
      owner: held?.owner ?? pick(draw, this.owners),
      positionSide,
      trigger: draw(4) > 0 ? 'mark' : pick(draw, STOP_TRIGGERS),
      takeProfit: draw(5) === 0 ? null : leg(sign * draw(9)),
      stopLoss: draw(5) === 0 ? null : leg(-sign * (1 + draw(9))),
    };
  }

  private limitTerms(): Partial<Order> {
    return { timeInForce: pick(this.draw, this.times), postOnly: this.draw(8) === 0 };
  }

  private marketTerms(): Partial<Order> {
    const { draw } = this;
    const takes = this.closes ? (['IOC', 'FOK', 'OPG', 'ATC'] as const) : (['IOC', 'IOC', 'FOK'] as const);
    const timeInForce = draw(20) === 0 ? 'GTC' : pick(draw, takes);
    const budget =
      draw(2) === 0
        ? { lots: 0, side: draw(20) === 0 ? this.side() : ('buy' as const), budgetTickLots: draw(2000) }
        : {};
    return { kind: 'market', timeInForce, ...budget };
  }

  private stopTerms(): Partial<Order> {
    const { draw } = this;
    const stopTicks = price(draw);
    const trigger = draw(50) === 0 ? null : pick(draw, STOP_TRIGGERS);
    const name = this.takesProfit && draw(2) === 0 ? 'take-profit' : 'stop';
    if (this.takesProfit && draw(3) === 0) return this.trailingTerms(stopTicks, trigger);
    if (draw(2) === 0) return { kind: name, stopTicks, trigger, timeInForce: pick(draw, this.times) };
    return { kind: `${name}-limit`, stopTicks, trigger, timeInForce: pick(draw, this.times), postOnly: draw(6) === 0 };
  }

  private trailingTerms(stopTicks: number, trigger: Order['trigger']): Partial<Order> {
    const { draw } = this;
    const isActive = draw(2) === 0;
    const unit = pick(draw, ['ticks', 'bps'] as const);
    const size = unit === 'ticks' ? draw(8) : draw(900) + (draw(40) === 0 ? 9_500 : 0);
    const trail: Trail = {
      unit,
      size,
      activationTicks: isActive ? null : stopTicks - (draw(60) === 0 ? 1 : 0),
      isActive,
    };
    return {
      kind: 'trailing-stop',
      stopTicks,
      trigger,
      timeInForce: pick(draw, this.times),
      ...(draw(60) > 0 && { trail }),
    };
  }

  private ocoPair(): BookCommand {
    const { draw } = this;
    const limit = this.order({});
    const { owner, side } = limit;
    const lots = draw(20) === 0 ? 5 : limit.lots;
    const away = (side === 'buy') === draw(30) > 0 ? 1 + draw(12) : -1 - draw(12);
    const kind = pick(draw, ['stop', 'stop-limit'] as const);
    const stop = this.order({
      owner,
      side,
      lots,
      kind,
      trigger: pick(draw, STOP_TRIGGERS),
      stopTicks: limit.priceTicks + away,
      ...positionOf(limit),
    });
    return { type: 'PlaceOcoPair', limit, stop };
  }

  private openOrder(book: Book): { orderId: string; owner: string } {
    const { draw } = this;
    const owner = pick(draw, this.owners);
    const open = ordersOf(book, owner);
    if (open.length === 0 || draw(30) === 0) return { orderId: `o-${draw(this.made + 1)}`, owner };
    return { orderId: pick(draw, open).order.orderId, owner };
  }

  private amendment(book: Book): BookCommand {
    const { draw } = this;
    const priceTicks = draw(2) === 0 ? null : price(draw);
    const lots = draw(3) === 0 ? null : draw(12);
    const stopTicks = draw(5) === 0 ? price(draw) : null;
    const marked = this.hasPositions && { markTicks: MIDDLE_TICKS - 6 + draw(13) };
    const open = this.openOrder(book);
    const amended = { type: 'AmendOrder', ...open, priceTicks, stopTicks, lots, ...marked } as const;
    const resting = book.find(open.orderId);
    if (!this.attaches || resting === null || draw(3) > 0) return amended;
    if (draw(5) === 0) return { ...amended, attached: null };
    this.levels += 10;
    const { trigger, levels } = this.attached(resting.order.side);
    const fromLots = resting.order.lots - resting.remainingLots;
    const numbered = levels.map((level) => ({ ...level, number: level.number + this.levels }));
    return { ...amended, attached: { trigger, ...(fromLots > 0 && { fromLots }), levels: numbered } };
  }

  private advance(): BookCommand {
    const { draw } = this;
    const noiseTakers = Array.from({ length: draw(4) }, () => ({
      side: this.side(),
      lots: 1 + draw(12),
      limitTicks: draw(2) === 0 ? null : price(draw),
    }));
    const lowTicks = MIDDLE_TICKS - 6 + draw(10);
    const highTicks = lowTicks + draw(4);
    const traded = draw(3) === 0 ? null : { lowTicks, highTicks, lastTicks: lowTicks + draw(highTicks - lowTicks + 1) };
    const around = () => (draw(2) === 0 ? null : { lowTicks: lowTicks - draw(3), highTicks: highTicks + draw(3) });
    const [index, mark, opening] = [around(), around(), draw(4) === 0];
    const closing = this.closes && draw(3) === 0;
    return { type: 'AdvanceMarket', traded, noiseTakers, index, mark, opening, closing };
  }
}
