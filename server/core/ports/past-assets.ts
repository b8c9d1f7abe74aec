/** What an account was worth at 00:00 UTC of a date, in USDT by the prices of then. */
export interface AssetsOfDate {
  readonly date: string;
  readonly usdt: string;
}

/** Net assets of the past: holdings in all spaces, less what is owed. The asset feature provides it from the ledger. */
export abstract class PastAssets {
  /** Of the last dates up to that of an instant, oldest first; `undefined` when the read models are too far behind. */
  abstract daily(ownerId: string, days: number, at: number): Promise<readonly AssetsOfDate[] | undefined>;
}
