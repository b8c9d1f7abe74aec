/** Why orders end. */

export const CANCEL_REASONS = [
  'user',
  'expired',
  'closed',
  'corporate-action',
  'delisted',
  'oco',
  'oco-cancelled',
  'self-trade',
  'ioc',
  'fok',
  'post-only',
  'band',
  'no-liquidity',
  'budget-spent',
  'fill-limit',
  'auction',
  'auction-missed',
  'reduce-only',
  'liquidation',
  'gap',
  'delivery',
  'behind-mark',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];
/** What ends the orders for an auction: it had nobody more for them, it reached the limit of one command, it was never held. */
export const AUCTION_ENDS = ['auction', 'fill-limit', 'auction-missed'] as const satisfies readonly CancelReason[];
export type AuctionEnd = (typeof AUCTION_ENDS)[number];
/** The reasons a caller may name; the book itself finds the others. */
export type CommandCancelReason = Extract<
  CancelReason,
  'user' | 'expired' | 'closed' | 'corporate-action' | 'delisted' | 'liquidation' | 'gap' | 'delivery'
>;
/** What ends an instrument, or changes what a share of it is: no order outlives it. */
export const ENDING_REASONS: readonly CommandCancelReason[] = ['corporate-action', 'delisted', 'delivery'];
