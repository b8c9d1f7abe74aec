import type { RecordedEvent } from '../../core/event.js';
import type { MemoryRealm } from '../../engine/writer/memory-realm.js';
import type { RealmLaws } from '../simulation.js';
import { Violation } from '../../core/violation.js';
import { depth } from '../../trading/matching/book.js';
import type { BookFact } from '../../trading/venue/book.facts.js';
import { factOf } from '../../trading/venue/book.state.js';
import { spotKind } from './spot.state.js';

/** What was ordered of an order, and how much of it is done: counted from the events alone. */
interface Tally {
  lots: number;
  filled: number;
}

/** What order books obey after every command. */
export class BookLaws implements RealmLaws {
  private readonly tallies = new Map<string, Tally>();
  private readonly tradeIds = new Set<string>();
  private readonly symbols = new Set<string>();
  /** Books that took an order or met the market: only a call leaves those crossed. */
  private readonly met = new Set<string>();

  constructor(
    private readonly realm: MemoryRealm,
    private readonly isCall: (symbol: string) => boolean,
  ) {}

  get trades(): number {
    return this.tradeIds.size;
  }

  take(event: RecordedEvent): void {
    if (!event.stream.startsWith('spot-')) return;
    const symbol = event.stream.slice('spot-'.length);
    this.symbols.add(symbol);
    if (['SpotOrderAccepted', 'SpotOrderAmended', 'SpotBeatDecided'].includes(event.type)) this.met.add(symbol);
    this.tally(factOf(spotKind.product, event));
  }

  /** After the events of a command were taken. */
  check(): void {
    for (const symbol of this.symbols) this.book(symbol);
    this.symbols.clear();
    this.met.clear();
  }

  /** The book is crossed in a call alone, and what is executed is what was filled. */
  private book(symbol: string): void {
    const { book, terms } = this.realm.state(spotKind, symbol);
    const { bids, asks } = depth(book, 1);
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
    const isCrossed = bid !== undefined && ask !== undefined && bid >= ask;
    if (isCrossed && this.met.has(symbol) && !this.isCall(symbol))
      throw new Violation(`${symbol} is crossed: ${bid} / ${ask}`);
    for (const { orderId, remainingLots, order } of book.everyOrder()) {
      const { lots, filled } = this.tallyOf(orderId);
      if (remainingLots <= 0) throw new Violation(`${orderId} rests with nothing left`);
      if (lots !== order.lots || lots - filled !== remainingLots)
        throw new Violation(`${orderId}: ${filled} of ${lots} lots are filled, and ${remainingLots} remain`);
      const counted = terms.get(orderId)?.filledLots;
      if (counted !== filled) throw new Violation(`${orderId}: ${filled} lots are filled, its terms say ${counted}`);
    }
  }

  private tally(event: BookFact): void {
    switch (event.type) {
      case 'OrderAccepted':
        this.tallies.set(event.data.order.orderId, { lots: event.data.order.lots, filled: 0 });
        return;
      case 'OrderMatched': {
        const { tradeId, makerOrderId, takerOrderId, lots } = event.data;
        if (this.tradeIds.has(tradeId)) throw new Violation(`${tradeId} happened twice`);
        this.tradeIds.add(tradeId);
        if (makerOrderId === null && takerOrderId === null) throw new Violation(`${tradeId} touches nobody`);
        for (const orderId of [makerOrderId, takerOrderId]) if (orderId !== null) this.tallyOf(orderId).filled += lots;
        return;
      }
      case 'OrderAmended':
        this.tallyOf(event.data.orderId).lots = event.data.lots;
        return;
      case 'OrdersSplit':
        for (const { orderId, lots } of event.data.orders) this.splitTally(orderId, lots, event.data);
        return;
      case 'OrderReduced':
        this.tallyOf(event.data.orderId).lots -= event.data.lots;
        return;
      default:
        return;
    }
  }

  private splitTally(
    orderId: string,
    lots: number,
    { newShares, oldShares }: Record<'newShares' | 'oldShares', number>,
  ) {
    const tally = this.tallyOf(orderId);
    tally.lots = lots;
    tally.filled = (tally.filled * newShares) / oldShares;
  }

  private tallyOf(orderId: string): Tally {
    const tally = this.tallies.get(orderId);
    if (tally === undefined) throw new Violation(`${orderId} was never accepted`);
    if (tally.filled > tally.lots && tally.lots > 0) throw new Violation(`${orderId} is filled beyond its quantity`);
    return tally;
  }
}
