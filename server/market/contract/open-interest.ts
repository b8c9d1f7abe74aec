import { partsOf } from '../flow-offset/flow-offsets.js';
import type { MarketSource } from '../simulator/market-source.js';

type SpecOf = (symbol: string) => ReturnType<MarketSource['spec']>;

/** What may be held of a part is shared out by these: the usual turnover of all that follow it, each as often as its power says. */
export type Followers = ReadonlyMap<string, number>;

/** Of the underlyings of all perpetual contracts: a push of one price moves all that follow it, and is paid for once. */
export function followersOf(underlyings: readonly string[], specOf: SpecOf): Followers {
  const followers = new Map<string, number>();
  for (const underlying of underlyings)
    for (const { symbol, power } of partsOf(underlying, specOf)) {
      const turnover = Math.abs(power) * specOf(underlying).dailyVolumeUsdt;
      followers.set(symbol, (followers.get(symbol) ?? 0) + turnover);
    }
  return followers;
}

/**
 * What all longs of a perpetual contract may be worth together, in USDT. Held by one, it earns less by a push of its index than the push costs,
 * even if they hold as much as they may in every other contract that the push moves.
 * @param limitOf what may be held of everything that follows a part, see `largestPositionUsdt`
 */
export function openInterestUsdt(
  underlying: string,
  followers: Followers,
  specOf: SpecOf,
  limitOf: (part: string) => number,
): number {
  const { dailyVolumeUsdt } = specOf(underlying);
  const shares = partsOf(underlying, specOf).map(
    ({ symbol }) => (limitOf(symbol) * dailyVolumeUsdt) / (followers.get(symbol) ?? dailyVolumeUsdt),
  );
  return Math.min(...shares);
}
