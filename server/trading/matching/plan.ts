/** What a command would do, found without changing the book: the events so far, and the agents' lots used so far. */

import { apply } from './apply.js';
import type { Entry } from './attached.js';
import type { Resting } from './price-queue.js';
import type { Book, BookMark } from './state.js';
import type {
  BookEvent,
  CancelReason,
  LadderLevel,
  Liquidity,
  MomentPrices,
  OrderCancelled,
  Phase,
  PriceRange,
  Side,
  StopTrigger,
} from './types.js';

export const WORST_RANK = -Number.MAX_VALUE;

/** How good a maker's price is for a taker of this side: greater is better, as in the taker's opposite queue. */
export const rankFor = (takerSide: Side, priceTicks: number): number =>
  takerSide === 'buy' ? -priceTicks : priceTicks;

/** One side of the agents' ladder while a command eats it from the best level on. */
export class HouseQuotes {
  index = 0;
  usedLots = 0;

  constructor(
    readonly levels: readonly LadderLevel[],
    private readonly sign: 1 | -1,
  ) {}

  get rank(): number {
    return this.index < this.levels.length ? this.sign * this.levels[this.index]![0] : -Infinity;
  }

  get priceTicks(): number {
    return this.levels[this.index]![0];
  }

  get lots(): number {
    return this.levels[this.index]![1] - this.usedLots;
  }

  /** What is left, best first. */
  rest(): readonly LadderLevel[] {
    const { levels, index, usedLots } = this;
    if (index === 0 && usedLots === 0) return levels;
    return levels.slice(index).map(([price, lots], n) => [price, n === 0 ? lots - usedLots : lots]);
  }

  take(lots: number): void {
    this.usedLots += lots;
    if (this.lots > 0) return;
    this.index += 1;
    this.usedLots = 0;
  }
}

export interface Mark {
  readonly events: number;
  readonly book: BookMark | null;
  readonly traded: PriceRange;
  readonly bids: readonly [number, number];
  readonly asks: readonly [number, number];
}

export function cancelled({ orderId, owned, remainingLots }: Resting, reason: CancelReason): OrderCancelled {
  const { owner } = owned;
  return { type: 'OrderCancelled', orderId, owner, remainingLots, remainingTickLots: null, reason };
}

const NO_QUOTES: readonly LadderLevel[] = [];

export class Plan {
  readonly events: BookEvent[] = [];
  readonly houseBids: HouseQuotes | null;
  readonly houseAsks: HouseQuotes | null;
  /** What stops of each kind may be reached by: prices traded in this command, index and mark since the one before. */
  readonly seen = {
    last: { lowTicks: Infinity, highTicks: -Infinity },
    index: { lowTicks: Infinity, highTicks: -Infinity },
    mark: { lowTicks: Infinity, highTicks: -Infinity },
  } satisfies Record<StopTrigger, PriceRange>;
  /** The last trade before the command. */
  readonly lastTicks: number;
  /** Orders with attached levels that it filled, and perhaps some whose fills it took back; null before the first. */
  entries: Map<string, Entry> | null = null;
  private amended: { readonly orderId: string; readonly from: number } | null = null;
  private settled = 0;

  constructor(
    readonly book: Book,
    liquidity: Liquidity | undefined,
    private readonly momentPrices: MomentPrices,
    readonly phase: Phase,
  ) {
    this.lastTicks = momentPrices.lastTicks ?? book.lastTradeTicks ?? 0;
    this.houseBids = liquidity === undefined ? null : new HouseQuotes(liquidity.bids ?? NO_QUOTES, 1);
    this.houseAsks = liquidity === undefined ? null : new HouseQuotes(liquidity.asks ?? NO_QUOTES, -1);
  }

  /** A trade of this command is newer than the last price that came with it. */
  get prices(): MomentPrices {
    const { lowTicks, highTicks } = this.seen.last;
    return lowTicks > highTicks ? this.momentPrices : { ...this.momentPrices, lastTicks: null };
  }

  /** The agents' quotes that a taker of this side meets. */
  houseAgainst(takerSide: Side): HouseQuotes | null {
    return takerSide === 'buy' ? this.houseAsks : this.houseBids;
  }

  /** Widens what stops of a kind are reached by. */
  saw(trigger: StopTrigger, { lowTicks, highTicks }: PriceRange): void {
    const seen = this.seen[trigger];
    if (lowTicks < seen.lowTicks) seen.lowTicks = lowTicks;
    if (highTicks > seen.highTicks) seen.highTicks = highTicks;
  }

  /** Before the first fill of such an order is among the events. */
  fills(entry: Entry): void {
    this.entries ??= new Map();
    const key = this.entryKey(entry.order.orderId, this.events.length);
    if (!this.entries.has(key)) this.entries.set(key, entry);
  }

  /** Before the amendment is among the events: fills of an auction that came first keep the levels of before. */
  amendsLevels(orderId: string): void {
    this.amended = { orderId, from: this.events.length };
  }

  /** The order whose levels protect a fill by its place among the events. */
  entryAt(orderId: string, index: number): Entry | undefined {
    return this.entries?.get(this.entryKey(orderId, index));
  }

  private entryKey(orderId: string, index: number): string {
    const { amended } = this;
    return amended?.orderId === orderId && index >= amended.from ? `${orderId} amended` : orderId;
  }

  traded(priceTicks: number): void {
    this.saw('last', { lowTicks: priceTicks, highTicks: priceTicks });
  }

  cancelled(orderId: string, owner: string, lots: number, tickLots: number | null, reason: CancelReason): void {
    this.events.push({
      type: 'OrderCancelled',
      orderId,
      owner,
      remainingLots: lots,
      remainingTickLots: tickLots,
      reason,
    });
  }

  cancelResting(resting: Resting, reason: CancelReason): void {
    this.events.push(cancelled(resting, reason));
  }

  /** One leg went: so does the other. `oco` when the first traded or triggered, `oco-cancelled` when it was cancelled. */
  cancelPartnerOf(resting: Resting, reason: 'oco' | 'oco-cancelled'): void {
    if (resting.partner !== null) this.cancelResting(resting.partner, reason);
  }

  /** It has done enough: nothing further is begun. */
  get isFull(): boolean {
    return this.events.length >= this.book.limits.eventsPerCommand;
  }

  get isSettled(): boolean {
    return this.settled === this.events.length;
  }

  /** Lets the book show the events so far, for a next step that depends on them. `close` takes it back. */
  settle(): void {
    if (!this.book.isJournaling) this.book.startJournal();
    for (; this.settled < this.events.length; this.settled += 1) apply(this.book, this.events[this.settled]!);
  }

  close(): void {
    if (this.book.isJournaling) this.book.rollBack();
  }

  /** In a book with positions fills show at once, so there a mark is one of the book too. */
  mark(): Mark {
    const { houseBids: bids, houseAsks: asks, book } = this;
    if (book.positions !== null) this.settle();
    return {
      events: this.events.length,
      book: book.positions === null ? null : book.mark(),
      traded: { ...this.seen.last },
      bids: [bids?.index ?? 0, bids?.usedLots ?? 0],
      asks: [asks?.index ?? 0, asks?.usedLots ?? 0],
    };
  }

  revertTo(mark: Mark): void {
    this.events.length = mark.events;
    this.unsettle(mark);
    Object.assign(this.seen.last, mark.traded);
    if (this.houseBids !== null) [this.houseBids.index, this.houseBids.usedLots] = mark.bids;
    if (this.houseAsks !== null) [this.houseAsks.index, this.houseAsks.usedLots] = mark.asks;
  }

  /** Lets the book show the events since the mark afresh: one of them says only now whether its order rests. */
  unsettle({ events, book }: Mark): void {
    if (book === null) return;
    this.book.rollBackTo(book);
    this.settled = events;
  }
}
