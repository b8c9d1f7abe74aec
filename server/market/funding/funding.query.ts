import { Injectable } from '@nestjs/common';
import type { FundingView } from '../../../contracts/funding.calls.js';
import { amount, format, fromSteps } from '../../../shared/money.js';
import { Clock } from '../../core/clock.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { Market } from '../runtime/market.js';
import { MarketService } from '../runtime/market.service.js';
import { FUNDING_MINUTES } from './funding-calendar.js';
import { INTEREST_RATE, RATE_CAP, RATE_DAMPENER } from './funding-rate.js';
import { BoundedMap } from '../../core/bounded-map.js';

const MINUTE_MS = 60_000;
const SHOWN = 12;
const KEPT = 1_024;
const HUNDRED_MILLIONTH = amount('0.00000001');

/** Premium and funding of perpetual contracts. */
@Injectable()
export class FundingQuery {
  private readonly views = new BoundedMap<string, FundingView>(KEPT);

  constructor(
    private readonly markets: MarketService,
    private readonly clock: Clock,
  ) {}

  funding(symbol: string): FundingView | Refusal {
    const { market } = this.markets.open;
    if (!market.has(symbol)) return refuse('market.symbol-unknown', { symbol });
    const now = this.clock.now();
    // A sample is taken at the end of a minute.
    const at = now - (now % MINUTE_MS);
    const key = `${symbol} ${market.catalogueVersion}`;
    const known = this.views.get(key);
    if (known?.at === at) return known;
    const made = this.view(market, symbol, at);
    this.views.set(key, made);
    return made;
  }

  private view(market: Market, symbol: string, at: number): FundingView {
    const spec = market.spec(symbol);
    const { premium, averagePremium, predictedRate, samples, nextFundingAt } = market.fundings.now(spec, at);
    const past = market.fundings.history(spec, at, { since: market.beginsAt(symbol), limit: SHOWN });
    return {
      symbol,
      at,
      premium: share(premium),
      averagePremium: share(averagePremium),
      predictedRate: share(predictedRate),
      samples,
      nextFundingAt: nextFundingAt ?? null,
      minutes: FUNDING_MINUTES,
      interestRate: share(INTEREST_RATE),
      dampener: share(RATE_DAMPENER),
      cap: share(RATE_CAP[spec.class]),
      history: past.map(({ fundedAt, premium: average, rate }) => ({
        fundedAt,
        premium: share(average),
        rate: share(rate),
      })),
    };
  }
}

function share(hundredMillionths: number): string {
  return format(fromSteps(hundredMillionths, HUNDRED_MILLIONTH));
}
