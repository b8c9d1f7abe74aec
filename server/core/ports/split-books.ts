import type { Amount } from '../../../shared/money.js';
import type { CommandScope, View } from '../decider.js';
import type { NewEvent } from '../event.js';

/** A split as the books of its instrument see it: so many new shares for so many old ones. */
export interface BookSplitTerms {
  readonly symbol: string;
  readonly actionId: string;
  readonly newShares: number;
  readonly oldShares: number;
  /** The version of the instrument that has the split. */
  readonly version: number;
}

/** What a split did to one owner's open orders. Amounts in the base asset, in old shares. */
export interface SplitOwner {
  readonly ownerId: string;
  readonly adjusted: number;
  readonly cancelled: number;
  /** On hold for orders that go on; in the same append it becomes so many new shares. */
  readonly kept: Amount;
  /** Was on hold for orders that are cancelled. */
  readonly released: Amount;
}

/** Open orders of an instrument that is split, in the same decision as the holdings behind them. */
export abstract class SplitBooks {
  abstract streams(symbol: string): CommandScope['streams'];
  /** Everybody with an open order. */
  abstract owners(view: View, symbol: string): readonly string[];
  abstract split(
    view: View,
    terms: BookSplitTerms,
    at: number,
  ): { readonly events: NewEvent[]; readonly owners: readonly SplitOwner[] };
}
