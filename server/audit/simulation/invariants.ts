import { verifyRows } from '../history.check.js';
import type { StreamKind } from '../../core/decider.js';
import type { RecordedEvent } from '../../core/event.js';
import { format, type Amount } from '../../../shared/money.js';
import type { RecordedSpotEvent } from '../../features/spot/spot.events.js';
import { spotKind, type SpotState } from '../../features/spot/spot.state.js';
import { mayGoNegative } from '../../engine/ledger/chart.js';
import { depth } from '../../trading/matching/book.js';
import type { MemoryRealm } from '../../engine/writer/memory-realm.js';

/** A law of the house that a command broke. */
export class Violation extends Error {}

/** What an auditor would say of the realm's stored rows; the first finding is thrown. */
export function audited({ realm, rows }: MemoryRealm, ...more: readonly StreamKind<unknown>[]): void {
  const [first] = verifyRows(realm, rows, more);
  if (first !== undefined) throw new Violation(`${realm} ${first.position} [${first.check}] ${first.what}`);
}

/** What was ordered of an order, and how much of it is done: counted from the events alone. */
interface Tally {
  lots: number;
  filled: number;
}

/**
 * Holds one realm to the laws after every command. What a command touched is looked at at once; `everything` looks at all.
 * It counts for itself and believes neither the book nor the ledger.
 */
export class Invariants {
  private readonly balances = new Map<string, Amount>();
  private readonly holdsByBook = new Map<string, ReadonlyMap<string, Amount>>();
  private readonly tallies = new Map<string, Tally>();
  private readonly tradeIds = new Set<string>();
  private seen = 0;

  constructor(
    private readonly realm: MemoryRealm,
    private readonly symbols: readonly string[],
  ) {}

  /** Looks at the events since the last call. */
  check(): void {
    const { events } = this.realm;
    const touched = new Set<string>();
    const books = new Set<string>();
    for (; this.seen < events.length; this.seen += 1) {
      const event = events[this.seen] as RecordedEvent;
      this.post(event, touched);
      if (!event.stream.startsWith('spot-')) continue;
      books.add(event.stream.slice('spot-'.length));
      this.tally(event as RecordedSpotEvent);
    }
    for (const symbol of books) this.book(symbol, touched);
    for (const key of touched) this.balance(key);
  }

  everything(): void {
    const sums = new Map<string, Amount>();
    for (const [key, balance] of this.realm.allBalances()) {
      const asset = key.slice(key.lastIndexOf(' ') + 1);
      sums.set(asset, (sums.get(asset) ?? 0n) + balance);
      if ((this.balances.get(key) ?? 0n) !== balance) throw new Violation(`${key} is not the sum of its postings`);
      this.balance(key);
    }
    for (const [asset, sum] of sums) if (sum !== 0n) throw new Violation(`${asset} sums to ${format(sum)}, not zero`);
    for (const symbol of this.symbols) this.book(symbol, new Set());
  }

  private post(event: RecordedEvent, touched: Set<string>): void {
    const sums = new Map<string, Amount>();
    for (const { account, asset, amount } of event.postings ?? []) {
      const key = `${account} ${asset}`;
      sums.set(asset, (sums.get(asset) ?? 0n) + amount);
      this.balances.set(key, (this.balances.get(key) ?? 0n) + amount);
      touched.add(key);
    }
    for (const [asset, sum] of sums)
      if (sum !== 0n) throw new Violation(`${event.type} at ${event.position} does not sum to zero in ${asset}`);
  }

  private tally(event: RecordedSpotEvent): void {
    switch (event.type) {
      case 'SpotOrderAccepted':
        this.tallies.set(event.data.order.orderId, { lots: event.data.order.lots, filled: 0 });
        return;
      case 'SpotOrderMatched': {
        const { tradeId, makerOrderId, takerOrderId, lots } = event.data;
        if (this.tradeIds.has(tradeId)) throw new Violation(`${tradeId} happened twice`);
        this.tradeIds.add(tradeId);
        if (makerOrderId === null && takerOrderId === null) throw new Violation(`${tradeId} touches nobody`);
        for (const orderId of [makerOrderId, takerOrderId]) if (orderId !== null) this.tallyOf(orderId).filled += lots;
        return;
      }
      case 'SpotOrderAmended':
        this.tallyOf(event.data.orderId).lots = event.data.lots;
        return;
      case 'SpotOrderReduced':
        this.tallyOf(event.data.orderId).lots -= event.data.lots;
        return;
      default:
        return;
    }
  }

  /** The book is not crossed, what is executed is what was filled, and its holds are counted anew. */
  private book(symbol: string, touched: Set<string>): void {
    const state: SpotState = this.realm.state(spotKind, symbol);
    const { bids, asks } = depth(state.book, 1);
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
    if (bid !== undefined && ask !== undefined && bid >= ask)
      throw new Violation(`${symbol} is crossed: ${bid} / ${ask}`);
    for (const { orderId, remainingLots, order } of state.book.everyOrder()) {
      const { lots, filled } = this.tallyOf(orderId);
      if (remainingLots <= 0) throw new Violation(`${orderId} rests with nothing left`);
      if (lots !== order.lots || lots - filled !== remainingLots)
        throw new Violation(`${orderId}: ${filled} of ${lots} lots are filled, and ${remainingLots} remain`);
      const counted = state.terms.get(orderId)?.filledLots;
      if (counted !== filled) throw new Violation(`${orderId}: ${filled} lots are filled, its terms say ${counted}`);
    }
    const before = this.holdsByBook.get(symbol);
    const holds = spotKind.holds?.(state) ?? new Map<string, Amount>();
    this.holdsByBook.set(symbol, holds);
    for (const key of [...holds.keys(), ...(before?.keys() ?? [])]) touched.add(key);
  }

  private balance(key: string): void {
    const balance = this.balances.get(key) ?? 0n;
    const account = key.slice(0, key.lastIndexOf(' '));
    if (balance < 0n && !mayGoNegative(account)) throw new Violation(`${key} is at ${format(balance)}`);
    if (!account.endsWith('/spot/frozen')) return;
    let held = 0n;
    for (const holds of this.holdsByBook.values()) held += holds.get(key) ?? 0n;
    if (held !== balance) throw new Violation(`${key} has ${format(balance)}, its orders hold ${format(held)}`);
  }

  private tallyOf(orderId: string): Tally {
    const tally = this.tallies.get(orderId);
    if (tally === undefined) throw new Violation(`${orderId} was never accepted`);
    if (tally.filled > tally.lots && tally.lots > 0) throw new Violation(`${orderId} is filled beyond its quantity`);
    return tally;
  }
}
