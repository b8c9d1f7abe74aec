import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { Instant } from '../clock.js';

/** Levels of an instrument's price that people wait for, when a split gives it another scale. */
export abstract class PriceLevels {
  /** Divides every open level that was set before the split took effect. Harmless when repeated. */
  abstract split(
    realm: TradingRealm,
    split: {
      readonly symbol: string;
      readonly newShares: number;
      readonly oldShares: number;
      readonly tickSize: string;
      readonly effectiveAt: Instant;
    },
  ): Promise<void>;
}
