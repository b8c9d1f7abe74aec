/** An order that an event changed, and the trade that it filled in. */
export interface TouchedOrder {
  readonly symbol: string;
  readonly owner: string;
  readonly orderId: string;
  readonly tradeId?: string;
}
