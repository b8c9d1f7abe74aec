import type { Amount } from '../../../shared/money.js';
import type { CommandScope, View } from '../decider.js';
import type { NewEvent } from '../event.js';

/** What a corporate action makes of an owner's shares. */
export interface ShareChange {
  readonly userId: string;
  readonly ownerId: string;
  readonly actionId: string;
  readonly symbol: string;
  readonly base: string;
  /** So many new shares for so many old ones; `null` where they are paid out and nothing is left. */
  readonly ratio: { readonly newShares: number; readonly oldShares: number } | null;
}

/** What conversions of an owner count in shares: changed in the same decision as the shares themselves. */
export abstract class ConvertedShares {
  abstract stream(ownerId: string): CommandScope['streams'][number];
  /** Ends a live quote that names the asset, and restates the inventory. Once an action, however often it is asked. */
  abstract restate(
    view: View,
    change: ShareChange,
  ): {
    readonly events: NewEvent[];
    /** What the quote had on hold of the asset, in old shares; its end makes it available. */
    readonly released: Amount;
  };
}
