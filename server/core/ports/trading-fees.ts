/** What people paid for trading, less rebates, in USDT by the prices of the trades. The invitation feature provides it. */
export abstract class TradingFees {
  /** By person, of a UTC date that is over; who paid nothing is left out. @throws Refused `request.unavailable` while read models are behind */
  abstract paid(date: string, userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
