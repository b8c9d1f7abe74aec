/** How far a trailing stop stays behind the best price: in ticks, or in hundredths of a percent of it. */
export interface Callback {
  readonly unit: 'ticks' | 'bps';
  readonly size: number;
}

const BPS = 10_000;

/** The trigger price that belongs to the best price seen. One between two ticks lies further from the market. */
export function trailedTicks(side: 'buy' | 'sell', { unit, size }: Callback, bestTicks: number): number {
  if (unit === 'ticks') return side === 'sell' ? bestTicks - size : bestTicks + size;
  return side === 'sell' ? Math.floor((bestTicks * (BPS - size)) / BPS) : Math.ceil((bestTicks * (BPS + size)) / BPS);
}
