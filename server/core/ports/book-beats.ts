import type { TradingRealm } from '../../../contracts/realm.contract.js';

/**
 * The beats of the market in a book with orders. Whoever changes such a book lets the beats before it be decided first, so a busy
 * server changes no fill.
 */
export abstract class BookBeats {
  /**
   * Decides the beats that are due; `undefined` when none is. Answers `false` where one of them waits for something: orders of before
   * would meet what opens now. What leaves nothing in the book waits a tenth of a second at most for a step that takes long.
   */
  abstract due(realm: TradingRealm, symbol: string, leavesNothing?: boolean): Promise<boolean> | undefined;

  /** Where the clock leapt into a price epoch that is not promised yet: until it is. `undefined` while its prices are there. */
  abstract ready(): Promise<void> | undefined;

  /** The last beat that is decided. */
  abstract decidedTo(realm: TradingRealm, symbol: string): number | undefined;
}
