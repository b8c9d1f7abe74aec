import { Injectable } from '@nestjs/common';
import type { VolatilityView } from '../../../contracts/volatility.calls.js';
import { Clock } from '../../core/clock.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { Market } from '../runtime/market.js';
import { MinuteViews } from '../runtime/minute-views.js';
import { MarketService } from '../runtime/market.service.js';
import { optionKindOf } from './smiles.js';
import { surfaceAt } from './surface.js';
import { BoundedMap } from '../../core/bounded-map.js';

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const REALISED_DAYS = 30;
const KEPT = 1_024;

/** Variance index and implied-volatility surface. */
@Injectable()
export class VolatilityQuery {
  private readonly views = new MinuteViews<VolatilityView>();
  private readonly realised = new BoundedMap<string, { hourAt: number; volatility: string | null }>(KEPT);

  constructor(
    private readonly markets: MarketService,
    private readonly clock: Clock,
  ) {}

  volatility(symbol: string): VolatilityView | Refusal {
    const { market } = this.markets.open;
    if (!market.has(symbol)) return refuse('market.symbol-unknown', { symbol });
    const { delistedAt } = market.spec(symbol);
    if (delistedAt !== undefined) return refuse('market.delisted', { symbol, delistedAt });
    return this.views.of(symbol, market.catalogueVersion, this.clock.now(), (at) => this.view(market, symbol, at));
  }

  private view(market: Market, symbol: string, at: number): VolatilityView {
    const spec = market.spec(symbol);
    const { rho, eta } = optionKindOf(spec);
    const slices = surfaceAt(market.expectedVariances, spec, at)?.slices ?? [];
    const thirty = slices.find(({ horizon }) => horizon === '30d');
    return {
      symbol,
      at,
      index: thirty === undefined ? null : share(thirty.volatility),
      realised: this.realisedOf(market, symbol, at),
      smile: { rho: `${rho}`, eta: `${eta}` },
      term: slices.map(({ horizon, years, theta, volatility, atm, put25, call25 }) => ({
        horizon,
        years: years.toFixed(10),
        totalVariance: theta.toFixed(14),
        fair: share(volatility),
        atm: share(atm),
        put25: share(put25),
        call25: share(call25),
      })),
    };
  }

  /** From one hourly close to the next, so that opening gaps count. */
  private realisedOf(market: Market, symbol: string, at: number): string | null {
    const hourAt = at - (at % HOUR_MS);
    const known = this.realised.get(symbol);
    if (known?.hourAt === hourAt) return known.volatility;
    const closes = market.outlines(symbol, '1h', { fromMs: hourAt - REALISED_DAYS * DAY_MS, toMs: hourAt });
    let sum = 0;
    for (const [n, { closeTicks }] of closes.entries())
      if (n > 0) sum += Math.log(closeTicks / (closes[n - 1]?.closeTicks ?? closeTicks)) ** 2;
    const volatility = closes.length < 2 ? null : share(Math.sqrt((sum * 365.25) / REALISED_DAYS));
    this.realised.set(symbol, { hourAt, volatility });
    return volatility;
  }
}

function share(volatility: number): string {
  return volatility.toFixed(4);
}
