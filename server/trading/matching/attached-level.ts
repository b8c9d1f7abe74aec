/** A take-profit and a stop-loss of a part of what is filled; one of the two may be missing. */
export interface AttachedLevel {
  /** Unlike that of every other level that the order ever had. */
  readonly number: number;
  /** In whole per cent of what is filled. */
  readonly share: number;
  readonly takeProfit: AttachedPrice | null;
  readonly stopLoss: AttachedPrice | null;
}
export interface AttachedPrice {
  readonly stopTicks: number;
  /** The worst price that it accepts. */
  readonly priceTicks: number;
}
