import { isRefusal } from '../../../server/core/refusal.js';
import type { BookTrace } from '../../../server/market/mark-price/mark-price.js';
import { agentFills } from '../../../server/trading/venue/order.decider.js';
import { sizesOf, notionalOf, type Sizes } from '../../../server/trading/venue/order.rules.js';
import {
  apply,
  createBook,
  decide,
  depth,
  HOUSE,
  newOrder,
  type BookCommand,
  type BookEvent,
  type Liquidity,
  type Order,
  type OrderMatched,
  type Side,
} from '../../../server/trading/matching/book.js';
import { accepted, type Quote } from './conversion.js';
import { feeOfTrade } from './fees.js';
import type { Lab } from './lab.js';

export type Realm = 'demo' | 'real';
/** Accounts of one owner; `victim` is another user, whose money counts for nobody here. */
export type Account = 'bot-1' | 'bot-2' | 'bot-3' | 'victim';

const UNIT = 1e18;

/** One book of a realm, and what a bot may see of it and do in it. */
export class Desk {
  /** Lots that the bot's accounts hold together; sold short when negative. */
  held = 0;
  private readonly book = createBook();
  private readonly sizes: Sizes;
  /** What one tick of one lot is worth. */
  private readonly tickLotUsdt: number;
  private cash = 0;
  private lastTrade: BookTrace['lastTrade'] = null;
  private orders = 0;

  constructor(
    private readonly lab: Lab,
    readonly symbol: string,
  ) {
    const terms = lab.market.terms(symbol);
    if (isRefusal(terms)) throw new Error(terms.refusal);
    this.sizes = sizesOf(terms.spec as never);
    this.tickLotUsdt = Number(this.sizes.tickLot) / UNIT;
  }

  get hasOrders(): boolean {
    return this.book.orders.size > 0;
  }

  /** The published index now, in ticks, not rounded. */
  get index(): number {
    return this.indexAgo(0);
  }

  /** The published index so many milliseconds ago. */
  indexAgo(ms: number): number {
    return this.lab.indexTicks(this.symbol, this.lab.at - ms);
  }

  get isOpen(): boolean {
    return this.lab.market.isOpen(this.symbol, this.lab.at);
  }

  /** The agents' quotes of this instant, best first; empty while the market is closed. */
  get quotes(): Liquidity {
    return this.lab.market.ladder(this.symbol, this.lab.at, this.book.impact) ?? { bids: [], asks: [] };
  }

  /** The best price of a side with users' orders. */
  best(side: 'bids' | 'asks'): number | undefined {
    const [agents, users] = [this.quotes[side][0]?.[0], depth(this.book, 1)[side][0]?.[0]];
    if (agents === undefined || users === undefined) return agents ?? users;
    return side === 'bids' ? Math.max(agents, users) : Math.min(agents, users);
  }

  get spread(): number {
    const { bids, asks } = this.quotes;
    return (asks[0]?.[0] ?? NaN) - (bids[0]?.[0] ?? NaN);
  }

  /** Trades of agents so far, from so many milliseconds ago. */
  tape(ms: number) {
    return this.lab.market.tape(this.symbol, this.lab.at - ms, this.lab.at);
  }

  lotsFor(usdt: number): number {
    return Math.max(1, Math.round(usdt / (this.index * this.tickLotUsdt)));
  }

  /** The lots of the best levels of a side together. */
  lotsOf(side: 'bids' | 'asks', levels: number): number {
    return this.quotes[side].slice(0, levels).reduce((sum, [, lots]) => sum + lots, 0);
  }

  market(side: Side, lots: number, owner: Account = 'bot-1'): void {
    if (lots < 1 || !this.isOpen) return;
    const priceTicks = side === 'buy' ? Math.ceil(this.index * 1.05) : Math.max(1, Math.floor(this.index * 0.95));
    this.place({ kind: 'market', owner, side, lots, priceTicks });
  }

  rest(side: Side, priceTicks: number, lots: number, owner: Account = 'bot-1'): void {
    if (lots >= 1 && priceTicks >= 1) this.place({ owner, side, lots, priceTicks: Math.round(priceTicks) });
  }

  place(terms: Pick<Order, 'owner' | 'side' | 'priceTicks' | 'lots'> & Partial<Order>): void {
    this.orders += 1;
    this.run({
      type: 'PlaceOrder',
      order: newOrder({ orderId: `o-${this.orders}`, selfTrade: 'cancel-maker', ...terms }),
    });
  }

  cancel(owner: Account = 'bot-1'): void {
    if (this.hasOrders) this.run({ type: 'CancelAllOrders', owner, reason: 'user' });
  }

  /** Accepts a conversion's quote; answers whether it was carried out. */
  convert(quote: Quote): boolean {
    const done = accepted(this.lab, quote);
    if (done === undefined) return false;
    const { score } = this.lab;
    this.held += done.lots;
    this.cash += done.usdt;
    score.turnover += Math.abs(done.usdt);
    score.edge += done.usdt + done.lots * this.index * this.tickLotUsdt;
    this.lab.noteHoldings();
    return true;
  }

  flatten(): void {
    for (const owner of ['bot-1', 'bot-2', 'bot-3'] as const) this.cancel(owner);
    if (this.held !== 0) this.market(this.held > 0 ? 'sell' : 'buy', Math.abs(this.held));
  }

  /** Takes out what the index did to the holding since it stood at `before`, as over a night. */
  rebase(before: number): void {
    this.cash -= this.held * (this.index - before) * this.tickLotUsdt;
  }

  closeAtIndex(): void {
    const { score } = this.lab;
    score.gross += this.cash + this.held * this.index * this.tickLotUsdt;
    this.cash = 0;
    this.held = 0;
  }

  decideBeat(): void {
    const moment = this.lab.market.beat(this.symbol, this.lab.beat, this.trace);
    if (moment === undefined) return;
    const { liquidity, ...tape } = moment;
    this.take(decide(this.book, { type: 'AdvanceMarket', ...tape }, liquidity));
  }

  private get trace(): BookTrace {
    return { impact: this.book.impact, lastTrade: this.lastTrade };
  }

  private run(command: BookCommand): void {
    const { market, at } = this.lab;
    const moment = market.moment(this.symbol, at, this.trace);
    if (isRefusal(moment)) {
      // A closed market takes no order; cancelling is always possible.
      if (command.type === 'CancelAllOrders') this.take(decide(this.book, command));
      return;
    }
    this.take(decide(this.book, command, moment.liquidity, moment, moment.phase));
  }

  private take(decided: ReturnType<typeof decide>): void {
    if (isRefusal(decided)) return;
    const events: readonly BookEvent[] = decided;
    for (const event of events) {
      apply(this.book, event);
      if (event.type !== 'OrderMatched') continue;
      this.lastTrade = { at: this.lab.at, priceTicks: event.priceTicks };
      this.settle(event);
    }
    const impact = this.lab.market.impactAfter(this.symbol, this.lab.at, this.book.impact, agentFills(events));
    if (impact !== undefined) apply(this.book, { type: 'ImpactRecorded', impact });
    this.lab.noteHoldings();
  }

  private settle({ makerOwner, takerOwner, takerSide, priceTicks, lots }: OrderMatched): void {
    const is = { maker: isBot(makerOwner), taker: isBot(takerOwner) };
    const sides = (is.maker ? 1 : 0) + (is.taker ? 1 : 0);
    if (sides === 0) return;
    const { score, fees } = this.lab;
    const notional = notionalOf(priceTicks, lots, this.sizes);
    score.turnover += (sides * Number(notional)) / UNIT;
    const fee = Number(feeOfTrade(notional, is, fees)) / UNIT;
    score.fees += fee;
    score.fills += sides;
    // What one account of the bot pays to the other stays with the bot.
    if (sides === 2) {
      score.trades += 1;
      return;
    }
    const signed = (takerSide === 'buy') === is.taker ? lots : -lots;
    this.held += signed;
    this.cash -= signed * priceTicks * this.tickLotUsdt;
    score.edge += signed * (this.index - priceTicks) * this.tickLotUsdt;
  }
}

const isBot = (owner: string): boolean => owner !== HOUSE && owner !== 'victim';
