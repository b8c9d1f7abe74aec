import type { ReturnReason } from '../../../contracts/option.contract.js';
import type { OptionBeats } from '../../core/ports/option-prices.js';
import type { Instant } from '../../core/clock.js';
import { ONE, over, roundToStep, type Amount } from '../../../shared/money.js';
import { exactIndexTicks, STEPS_PER_TICK } from '../mark-price/index-price.js';
import { BEAT_MS } from '../simulator/beats.js';
import type { MarketSource } from '../simulator/market-source.js';

const MINUTE_MS = 60_000;

/** The index in ten-thousandths of a tick, rounded half up: the grain that entry and average are compared at. */
export function stepsAt(source: MarketSource, symbol: string, beat: number): bigint {
  return BigInt(Math.round(exactIndexTicks(source, symbol, beat * BEAT_MS) * STEPS_PER_TICK));
}

/** The sum of the last prices of an option, exactly. */
export function sumOfSteps(source: MarketSource, symbol: string, { lastBeat, beats }: OptionBeats): bigint {
  let sum = 0n;
  for (let beat = lastBeat - beats + 1; beat <= lastBeat; beat += 1) sum += stepsAt(source, symbol, beat);
  return sum;
}

/** A sum of steps as their average in the quote asset, half to even at a ten-thousandth of a tick. */
export function averagePrice(sumSteps: bigint, beats: number, tick: Amount): Amount {
  const mean = over(tick * sumSteps, BigInt(beats * STEPS_PER_TICK) * ONE, 'half-even');
  return roundToStep(mean, tick / BigInt(STEPS_PER_TICK), 'half-even');
}

/**
 * Why trading did not go on from one instant to another, both included. A pause lasts a minute at least and ends with one, so a
 * look at whole minutes and at both ends finds it.
 */
export function interruptionOf(
  source: MarketSource,
  symbol: string,
  fromMs: Instant,
  toMs: Instant,
): ReturnReason | undefined {
  for (let at = fromMs; ; at = Math.min(toMs, at - (at % MINUTE_MS) + MINUTE_MS)) {
    if (!source.sessionState(symbol, at).open) return source.pauseAt?.(symbol, at) === undefined ? 'closed' : 'paused';
    if (at >= toMs) return undefined;
  }
}
