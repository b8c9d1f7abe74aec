import { BoundedMap } from '../../core/bounded-map.js';
import { STEPS_PER_TICK } from '../mark-price/index-price.js';
import { SETTLEMENT_MINUTES, settlementSeconds } from '../mark-price/settlement.js';
import type { MarketSource } from '../simulator/market-source.js';

/** A delivery in the minutes that its settlement averages. */
interface Running {
  /** Oldest first. */
  readonly seconds: readonly number[];
  /** Of each second and those before it, in steps of a tick; as many as were asked for. */
  readonly sums: number[];
}

/** How much of a settlement is known, and what it has come to. */
export interface SettledShare {
  /** Of all its seconds, from 0 to 1. */
  readonly share: number;
  /** The mean of those that are known; 0 before the first. */
  readonly meanTicks: number;
}

const KEPT = 512;

/** What is known of a settlement while it is averaged: everybody sees the index, so everybody can add it up. */
export class RunningSettlements {
  private readonly running = new BoundedMap<string, Running | 'never open'>(KEPT);

  constructor(private readonly source: Pick<MarketSource, 'sessionState' | 'calendarHours' | 'exactTicksAt'>) {}

  /** The first second that it averages; `undefined` where the market was never open for so long. */
  averagesFrom(symbol: string, deliversAt: number): number | undefined {
    return this.of(symbol, deliversAt)?.seconds[0];
  }

  known(symbol: string, deliversAt: number, at: number): SettledShare {
    const running = this.of(symbol, deliversAt);
    if (running === undefined) return { share: 0, meanTicks: 0 };
    const { seconds, sums } = running;
    const count = countUpTo(seconds, at);
    if (count === 0) return { share: 0, meanTicks: 0 };
    for (let n = sums.length; n < count; n += 1)
      sums.push((sums[n - 1] ?? 0) + this.stepsAt(symbol, seconds[n] as number));
    return { share: count / seconds.length, meanTicks: (sums[count - 1] as number) / count / STEPS_PER_TICK };
  }

  private stepsAt(symbol: string, at: number): number {
    return Math.round(this.source.exactTicksAt(symbol, at) * STEPS_PER_TICK);
  }

  private of(symbol: string, deliversAt: number): Running | undefined {
    const found = this.running.of(`${symbol} ${deliversAt}`, () => {
      const seconds = settlementSeconds(this.source, symbol, deliversAt, SETTLEMENT_MINUTES);
      return seconds === undefined ? 'never open' : { seconds: seconds.reverse(), sums: [] };
    });
    return found === 'never open' ? undefined : found;
  }
}

/** How many of these instants, which rise, are at or before one. */
function countUpTo(instants: readonly number[], at: number): number {
  let [low, high] = [0, instants.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((instants[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
