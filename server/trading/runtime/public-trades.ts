import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { PublicTradeView } from '../../../contracts/market.contract.js';
import { amount } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import { BEAT_MS, instantOf } from '../../market/book-market.js';
import { HOUSE } from '../matching/book.js';
import type { OrderMatched } from '../venue/book.facts.js';
import type { Products } from './products.js';
import { keyOf } from './public-books.js';
import { withoutTaken, type Taken } from './taken-lots.js';

const USER_TRADES_KEPT = 2000;
/** How far back the tape is read for a page: further for instruments that trade rarely. */
const LOOK_BACK_MS = [10_000, 60_000, 600_000, 3_600_000] as const;

/** Trades of users in one book, oldest first. */
interface Kept {
  trades: PublicTradeView[];
  /** Older ones may be missing, so pages end here. */
  since: number;
  /** How many of the newest have not been sent to watchers yet. */
  unsent: number;
  /** What agents took of resting orders, by beat: its prints are these trades. */
  readonly taken: Map<number, Taken[]>;
  beat: number;
}

/**
 * The tape that everybody sees: trades between agents, which are recomputed, and trades of users, which are facts. A trade's
 * id follows from the trade alone, so it is the same in every window and for ever. Agents who took a resting order did it with lots of
 * the beat's prints, which are smaller by it: no lot is shown twice, and the lots of a minute are its candle's volume.
 */
export class PublicTrades {
  private readonly users = new Map<string, Kept>();

  constructor(private readonly products: Products) {}

  /** Takes up a durable fact. */
  take(event: RecordedEvent): void {
    const prefix = this.products.bookOf(event.stream)?.kind.product.prefix;
    if (prefix === undefined) return;
    if (event.type === `${prefix}BeatDecided`) {
      const { symbol, beat } = event.data as { readonly symbol: string; readonly beat: number };
      this.keptOf(event.realm, symbol).beat = beat;
    }
    if (event.type !== `${prefix}OrderMatched`) return;
    const { symbol, tradeId, price, quantity, takerSide, takerOwner } = event.data as OrderMatched;
    const kept = this.keptOf(event.realm, symbol);
    kept.trades.push({ id: tradeId, at: event.at, price, quantity, side: takerSide });
    kept.unsent += 1;
    if (takerOwner === HOUSE) {
      const taken = kept.taken.get(kept.beat) ?? [];
      kept.taken.set(kept.beat, [...taken, { side: takerSide, quantity: amount(quantity) }]);
    }
    if (kept.trades.length > USER_TRADES_KEPT) forgetOldest(kept);
  }

  private keptOf(realm: string, symbol: string): Kept {
    const key = keyOf(realm, symbol);
    let kept = this.users.get(key);
    if (kept === undefined)
      this.users.set(key, (kept = { trades: [], since: 0, unsent: 0, taken: new Map(), beat: 0 }));
    return kept;
  }

  /**
   * Trades of users before an instant that no frame has sent yet, by realm and symbol. One becomes durable a little after its
   * instant, so it may be older than the last frame.
   */
  news(before: number): Map<string, PublicTradeView[]> {
    const news = new Map<string, PublicTradeView[]>();
    for (const [key, kept] of this.users) {
      const unsent = kept.unsent === 0 ? [] : kept.trades.slice(-kept.unsent).filter(({ at }) => at < before);
      if (unsent.length > 0) news.set(key, unsent);
      kept.unsent -= unsent.length;
    }
    return news;
  }

  /** Trades between agents, newest last, from an instant (included) to another. Whole milliseconds, so their ordinals hold. */
  agents(realm: TradingRealm, symbol: string, fromMs: number, toMs: number): PublicTradeView[] {
    let [at, ordinal] = [-1, 0];
    const { market } = this.products.of(symbol);
    return market
      .in(realm)
      .tape(symbol, fromMs, toMs)
      .map((trade) => {
        ordinal = trade.at === at ? ordinal + 1 : 0;
        at = trade.at;
        const price = market.price(symbol, trade.priceTicks);
        const quantity = market.quantity(symbol, trade.lots);
        return { id: `a-${at}-${ordinal}`, at, price, quantity, side: trade.side };
      });
  }

  /** The same without what agents took of users' resting orders in a realm: those trades are users'. */
  printed(realm: TradingRealm, symbol: string, fromMs: number, toMs: number): PublicTradeView[] {
    const taken = this.users.get(keyOf(realm, symbol))?.taken;
    if (taken === undefined || taken.size === 0) return this.agents(realm, symbol, fromMs, toMs);
    // The prints of a beat share what was taken in it, so a beat is read whole.
    const whole = this.agents(realm, symbol, fromMs - (fromMs % BEAT_MS), Math.ceil(toMs / BEAT_MS) * BEAT_MS);
    return withoutTaken(whole, taken).filter(({ at }) => at >= fromMs && at < toMs);
  }

  /**
   * The newest trades before an instant, newest last. A page never ends within a millisecond: the page before the `at` of its
   * oldest trade follows it without repeating or leaving out one.
   */
  page(realm: TradingRealm, symbol: string, before: number, limit: number, shownTo = before): PublicTradeView[] {
    const { trades: users, since } = this.users.get(keyOf(realm, symbol)) ?? { trades: [], since: 0 };
    let found: PublicTradeView[] = [];
    for (const back of LOOK_BACK_MS) {
      const from = Math.max(since, before - back);
      found = together(
        this.printed(realm, symbol, from, Math.min(before, shownTo)),
        users.filter(({ at }) => at >= from && at < before),
      );
      if (found.length > limit) break;
    }
    return found.slice(cutOf(found, limit));
  }
}

/** Pages end where older trades were forgotten. */
function forgetOldest(kept: Kept): void {
  kept.since = (kept.trades.shift()?.at ?? 0) + 1;
  for (const beat of kept.taken.keys()) {
    if (instantOf(beat) >= kept.since) return;
    kept.taken.delete(beat);
  }
}

/** Both kinds as one tape, newest last. */
export function together(agents: PublicTradeView[], users: readonly PublicTradeView[]): PublicTradeView[] {
  return users.length === 0 ? agents : [...agents, ...users].sort((a, b) => a.at - b.at);
}

/** Where to cut so that at most `limit` trades stay and no millisecond is divided, unless one alone has more. */
function cutOf(trades: readonly PublicTradeView[], limit: number): number {
  const first = trades.length - limit;
  if (first <= 0) return 0;
  const divided = trades[first - 1]!.at;
  const next = trades.findIndex(({ at }, index) => index >= first && at > divided);
  return next === -1 ? trades.findIndex(({ at }) => at === divided) : next;
}
