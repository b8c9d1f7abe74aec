import { Injectable } from '@nestjs/common';
import { DELIVERY_KINDS, type DeliveriesView } from '../../../contracts/settlement.calls.js';
import { format } from '../../../shared/money.js';
import { Clock } from '../../core/clock.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { lastDelivery, nextDelivery } from '../mark-price/delivery-calendar.js';
import { SETTLEMENT_MINUTES } from '../mark-price/settlement.js';
import { MarketService } from './market.service.js';

/** When contracts on an instrument deliver, and at which price they did. */
@Injectable()
export class SettlementQuery {
  /** The newest settlement of each instrument: it never changes. */
  private readonly settled = new Map<string, NonNullable<DeliveriesView['last']>>();

  constructor(
    private readonly markets: MarketService,
    private readonly clock: Clock,
  ) {}

  deliveries(symbol: string): DeliveriesView | Refusal {
    const { market } = this.markets.open;
    if (!market.has(symbol)) return refuse('market.symbol-unknown', { symbol });
    const now = this.clock.now();
    const next = DELIVERY_KINDS.flatMap((kind) => {
      const deliversAt = nextDelivery(kind, now);
      const averagesFrom = market.averagesFrom(symbol, deliversAt, SETTLEMENT_MINUTES);
      return averagesFrom === undefined ? [] : [{ kind, deliversAt, averagesFrom }];
    });
    return { symbol, minutes: SETTLEMENT_MINUTES, next, last: this.lastOf(symbol, lastDelivery(now)) };
  }

  private lastOf(symbol: string, deliversAt: number): DeliveriesView['last'] {
    const known = this.settled.get(symbol);
    if (known?.deliversAt === deliversAt) return known;
    const { market } = this.markets.open;
    const found = market.settlement(symbol, deliversAt, SETTLEMENT_MINUTES);
    if (found === undefined) return null;
    const { fromMs: averagesFrom, seconds, price } = found;
    const made = { deliversAt, averagesFrom, seconds, price: format(price) };
    this.settled.set(symbol, made);
    return made;
  }
}
