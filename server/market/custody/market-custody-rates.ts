import { Injectable } from '@nestjs/common';
import { rateOfStep, stepsOfBand } from '../../../shared/custody.js';
import { startOf } from '../../../shared/utc-date.js';
import { CustodyRates, type RateBand } from '../../core/ports/custody-rates.js';
import { MarketService } from '../runtime/market.service.js';
import { keyOf } from '../simulator/chacha.js';
import { epochEndsAt, epochOf } from '../simulator/epochs.js';
import { UnknownEpochError } from '../simulator/key-ring.js';
import { custodyStep } from './custody-draw.js';

const DAY_MS = 86_400_000;

@Injectable()
export class MarketCustodyRates extends CustodyRates {
  constructor(private readonly markets: MarketService) {
    super();
  }

  epochOf(date: string) {
    const { epochMs } = this.parts();
    const epoch = epochOf(startOf(date), epochMs);
    return { epoch, revealsAt: epochEndsAt(epoch, epochMs) };
  }

  rateOf(productId: string, date: string, band: RateBand): string {
    const { epoch } = this.epochOf(date);
    const seed = this.parts().seedOf(epoch);
    if (seed === undefined) throw new UnknownEpochError(epoch);
    const day = startOf(date) / DAY_MS;
    return rateOfStep(band, custodyStep(keyOf(seed), productId, day, stepsOfBand(band)));
  }

  /** A timer may be due before the market has opened: then it is tried again. */
  private parts() {
    if (!this.markets.isOpen) throw new UnknownEpochError(0);
    return this.markets.open.market.parts;
  }
}
