import { Injectable } from '@nestjs/common';
import type { FundingView } from '../../../contracts/funding.calls.js';
import { amount, format, fromSteps } from '../../../shared/money.js';
import { Clock } from '../../core/clock.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { Market } from '../runtime/market.js';
import { MinuteViews } from '../runtime/minute-views.js';
import { MarketService } from '../runtime/market.service.js';
import { FUNDING_MINUTES } from './funding-calendar.js';
import { INTEREST_RATE, RATE_CAP, RATE_DAMPENER } from './funding-rate.js';

const SHOWN = 12;
const HUNDRED_MILLIONTH = amount('0.00000001');

/** Premium and funding of perpetual contracts. */
@Injectable()
export class FundingQuery {
  private readonly views = new MinuteViews<FundingView>();

  constructor(
    private readonly markets: MarketService,
    private readonly clock: Clock,
  ) {}

  funding(symbol: string): FundingView | Refusal {
    const { market } = this.markets.open;
    if (!market.has(symbol)) return refuse('market.symbol-unknown', { symbol });
    const { delistedAt } = market.spec(symbol);
    if (delistedAt !== undefined) return refuse('market.delisted', { symbol, delistedAt });
    // A sample is taken at the end of a minute.
    return this.views.of(symbol, market.catalogueVersion, this.clock.now(), (at) => this.view(market, symbol, at));
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
