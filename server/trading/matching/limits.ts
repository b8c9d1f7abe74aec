/** What one book may hold and what one command may do. Everything has a limit, and limits live together. */
export interface BookLimits {
  /** Resting and untriggered orders one owner may have open in one book. */
  readonly openOrdersPerOwner: number;
  /** Resting and untriggered orders of all owners in one book. */
  readonly openOrdersPerBook: number;
  /** Makers one incoming order may meet; the rest is cancelled with the reason `fill-limit`, that of a triggered stop waits. */
  readonly fillsPerOrder: number;
  /** After so many events a command starts no further order; reached stops then wait for the next command. */
  readonly eventsPerCommand: number;
  /** So that the sum of a level stays an exact integer even when every order of a full book is in it. */
  readonly lotsPerOrder: number;
  /** Highest price times quantity of one order, in tick-lots: above it a product is no longer an exact integer. */
  readonly notionalTickLots: number;
}

export const LIMITS: BookLimits = {
  openOrdersPerOwner: 200,
  openOrdersPerBook: 1_000_000,
  fillsPerOrder: 10_000,
  eventsPerCommand: 20_000,
  lotsPerOrder: 9_000_000_000,
  notionalTickLots: Number.MAX_SAFE_INTEGER,
};
