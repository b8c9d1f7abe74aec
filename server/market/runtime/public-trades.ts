import type { TradingRealm } from '../../../contracts/account.contract.js';
import type { PublicTradeView } from '../../../contracts/market.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { SpotOrderMatched } from '../../features/spot/spot.events.js';
import type { Market } from './market.js';

const USER_TRADES_KEPT = 200;
/** How far back the tape is read for a snapshot: further for instruments that trade rarely. */
const LOOK_BACK_MS = [10_000, 60_000, 600_000, 3_600_000] as const;

/** The tape that everybody sees: trades between agents, which are recomputed, and trades of users, which are facts. */
export class PublicTrades {
  private readonly users = new Map<string, PublicTradeView[]>();

  constructor(private readonly market: Market) {}

  /** Takes up a durable fact. */
  take(event: RecordedEvent): void {
    if (event.type !== 'SpotOrderMatched') return;
    const { symbol, tradeId, price, quantity, takerSide } = event.data as SpotOrderMatched;
    const key = `${event.realm}/${symbol}`;
    const kept = this.users.get(key) ?? [];
    kept.push({ id: tradeId, at: event.at, price, quantity, side: takerSide });
    if (kept.length > USER_TRADES_KEPT) kept.splice(0, kept.length - USER_TRADES_KEPT);
    this.users.set(key, kept);
  }

  /** Newest last, from an instant (included) to another. */
  between(realm: TradingRealm, symbol: string, fromMs: number, toMs: number): PublicTradeView[] {
    const agents = this.market.tape(symbol, fromMs, toMs).map((trade, index) => ({
      id: `a-${trade.at}-${index}`,
      at: trade.at,
      price: this.market.price(symbol, trade.priceTicks),
      quantity: this.market.quantity(symbol, trade.lots),
      side: trade.side,
    }));
    const users = (this.users.get(`${realm}/${symbol}`) ?? []).filter(({ at }) => at >= fromMs && at < toMs);
    return users.length === 0 ? agents : [...agents, ...users].sort((a, b) => a.at - b.at);
  }

  /** The newest trades, newest last. */
  latest(realm: TradingRealm, symbol: string, now: number, limit: number): PublicTradeView[] {
    let trades: PublicTradeView[] = [];
    for (const back of LOOK_BACK_MS) {
      trades = this.between(realm, symbol, now - back, now);
      if (trades.length >= limit) break;
    }
    return trades.slice(-limit);
  }
}
