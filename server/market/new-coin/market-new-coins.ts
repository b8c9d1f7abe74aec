import { Injectable } from '@nestjs/common';
import { FUND_ASSETS } from '../../../shared/fund.js';
import { openingPrice, openingSteps } from '../../../shared/new-coin.js';
import { startOf } from '../../../shared/utc-date.js';
import type { Instant } from '../../core/clock.js';
import { NewCoinMarket, type NewCoinListing, type NewCoinTerms } from '../../core/ports/new-coin-market.js';
import { MarketService } from '../runtime/market.service.js';
import { keyOf } from '../simulator/chacha.js';
import { COMMIT_AHEAD_MS, epochOf, epochStartsAt } from '../simulator/epochs.js';
import { UnknownEpochError } from '../simulator/key-ring.js';
import { newCoinSpec } from './new-coin-spec.js';
import { openingStep } from './opening-draw.js';

const MINUTE_MS = 60_000;

@Injectable()
export class MarketNewCoins extends NewCoinMarket {
  constructor(private readonly markets: MarketService) {
    super();
  }

  isFree(coin: string): boolean {
    const assets = [...this.parts().instruments.versions.values()].flatMap(({ spec }) => [spec.base, spec.quote]);
    return ![...assets, ...Object.values(FUND_ASSETS), 'USDT'].includes(coin);
  }

  tieEpoch(listsOn: string) {
    const { epochMs } = this.parts();
    const epoch = epochOf(startOf(listsOn), epochMs) - 1;
    return { epoch, promisedFrom: epochStartsAt(epoch, epochMs) - COMMIT_AHEAD_MS };
  }

  tieSeed(listsOn: string): string {
    return this.seedOf(this.tieEpoch(listsOn).epoch);
  }

  listingOf(terms: NewCoinTerms, at: Instant): NewCoinListing {
    const { coin, issuePrice, listsOn, openMin, openMax, callMinutes } = terms;
    const { epochMs } = this.parts();
    const epoch = epochOf(startOf(listsOn), epochMs);
    const step = openingStep(keyOf(this.seedOf(epoch)), coin, listsOn, openingSteps(openMin, openMax));
    const openPrice = openingPrice(issuePrice, openMin, step);
    // A server that was away lists it late, and the call is as long as it would have been.
    const isLate = at >= startOf(listsOn) + MINUTE_MS;
    const callAt = isLate ? Math.ceil(at / MINUTE_MS) * MINUTE_MS : startOf(listsOn);
    const opensAt = callAt + callMinutes * MINUTE_MS;
    return { spec: newCoinSpec(terms, openPrice, { callAt, at: opensAt }), opensAt, epoch, step, openPrice };
  }

  private seedOf(epoch: number): string {
    const seed = this.parts().seedOf(epoch);
    if (seed === undefined) throw new UnknownEpochError(epoch);
    return seed;
  }

  /** A timer may be due before the market has opened: then it is tried again. */
  private parts() {
    if (!this.markets.isOpen) throw new UnknownEpochError(0);
    return this.markets.open.market.parts;
  }
}
