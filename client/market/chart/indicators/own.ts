import type { Bar } from '../bars';
import { finite } from './study';
import type { Values } from './types';

/*
 * Indicators that the library lacks or starts otherwise than their authors and TradingView do. Each is a function over all
 * bars; the definition's source stands beside it.
 */

/** Exponential average that starts from the simple one, as StockCharts and TradingView begin it. */
function ema(values: readonly number[], length: number): (number | null)[] {
  const weight = 2 / (length + 1);
  let [sum, now]: [number, number | null] = [0, null];
  return values.map((value, at) => {
    if (at < length) sum += value;
    if (at === length - 1) now = sum / length;
    else if (now !== null) now += (value - now) * weight;
    return now;
  });
}

/** Wilder's running sum over `length`: the first is a plain sum, then a length-th goes out as the new one comes in. */
function wilderSum(values: readonly number[], length: number): (number | null)[] {
  let [sum, now]: [number, number | null] = [0, null];
  return values.map((value, at) => {
    if (at < length) sum += value;
    if (at === length - 1) now = sum;
    else if (now !== null) now += value - now / length;
    return now;
  });
}

/** Directional movement: ADX, +DI, −DI (J. W. Wilder, New Concepts in Technical Trading Systems, 1978). */
export function dmi(bars: readonly Bar[], [length = 14]: readonly number[]): Values[] {
  const moves = bars.slice(1).map((bar, at) => {
    const before = bars[at]!;
    const [up, down] = [bar.high - before.high, before.low - bar.low];
    const range = Math.max(bar.high, before.close) - Math.min(bar.low, before.close);
    return { plus: up > down && up > 0 ? up : 0, minus: down > up && down > 0 ? down : 0, range };
  });
  const ranges = wilderSum(
    moves.map((move) => move.range),
    length,
  );
  const share = (values: number[]) =>
    wilderSum(values, length).map((sum, at) => (sum === null ? null : (100 * sum) / (ranges[at] || Infinity)));
  const plus = share(moves.map((move) => move.plus));
  const minus = share(moves.map((move) => move.minus));
  let [sum, adx]: [number, number | null] = [0, null];
  return bars.map((_, index) => {
    const at = index - 1;
    const [up, down] = [plus[at] ?? null, minus[at] ?? null];
    if (up === null || down === null) return [];
    const dx = up + down === 0 ? 0 : (100 * Math.abs(up - down)) / (up + down);
    const seen = at - length + 2;
    if (seen <= length) sum += dx;
    if (seen === length) adx = sum / length;
    else if (adx !== null) adx += (dx - adx) / length;
    return [adx, up, down];
  });
}

/** Parabolic stop and reverse (Wilder, 1978); the first trend is that of the first two middles. */
export function psar(bars: readonly Bar[], [step = 0.02, max = 0.2]: readonly number[]): Values[] {
  const [first, second] = bars;
  if (first === undefined || second === undefined) return bars.map(() => []);
  let long = second.high + second.low >= first.high + first.low;
  let sar = long ? first.low : first.high;
  let extreme = long ? second.high : second.low;
  let pace = step;
  const stops: Values[] = [[], [sar]];
  for (let at = 2; at < bars.length; at += 1) {
    const [bar, before, earlier] = [bars[at]!, bars[at - 1]!, bars[at - 2]!];
    sar += pace * (extreme - sar);
    sar = long ? Math.min(sar, before.low, earlier.low) : Math.max(sar, before.high, earlier.high);
    if (long ? bar.low < sar : bar.high > sar) {
      long = !long;
      sar = extreme;
      extreme = long ? bar.high : bar.low;
      pace = step;
    } else if (long ? bar.high > extreme : bar.low < extreme) {
      extreme = long ? bar.high : bar.low;
      pace = Math.min(max, pace + step);
    }
    stops.push([sar]);
  }
  return stops;
}

const DAY_MS = 86_400_000;

/** Volume-weighted average price since the day began in UTC; on daily candles and longer, since the history began. */
export function vwap(bars: readonly Bar[]): Values[] {
  const daily = bars.length > 1 && bars[1]!.at - bars[0]!.at >= DAY_MS;
  let [day, worth, volume] = [-1, 0, 0];
  return bars.map((bar) => {
    const today = daily ? 0 : Math.floor(bar.at / DAY_MS);
    if (today !== day) [day, worth, volume] = [today, 0, 0];
    worth += ((bar.high + bar.low + bar.close) / 3) * bar.volume;
    volume += bar.volume;
    return [finite(worth / volume)];
  });
}

/** The value of a function over every window of `length`. */
function windows(values: readonly number[], length: number, of: (window: readonly number[]) => number) {
  return values.map((_, at) => (at < length - 1 ? null : finite(of(values.slice(at - length + 1, at + 1)))));
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function deviation(values: readonly number[], freedom = 0): number {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - freedom));
}

/** Standard deviation of the population, as Bollinger takes it. */
export const stdDev = (bars: readonly Bar[], [length = 20]: readonly number[]): Values[] =>
  windows(
    bars.map((bar) => bar.close),
    length,
    deviation,
  ).map((value) => [value]);

/** Historical volatility: deviation of log returns, scaled to a year of `perYear` candles, in per cent. */
export function historicalVolatility(bars: readonly Bar[], [length = 10, perYear = 365]: readonly number[]): Values[] {
  const returns = bars.slice(1).map((bar, at) => Math.log(bar.close / bars[at]!.close));
  const rolled = windows(returns, length, (window) => 100 * deviation(window, 1) * Math.sqrt(perYear));
  return bars.map((_, at) => [rolled[at - 1] ?? null]);
}

/** A simple average and so many per cent above and below it. */
export function envelope(bars: readonly Bar[], [length = 20, percent = 10]: readonly number[]): Values[] {
  const averages = windows(
    bars.map((bar) => bar.close),
    length,
    mean,
  );
  return averages.map((value) =>
    value === null ? [] : [value, value * (1 + percent / 100), value * (1 - percent / 100)],
  );
}

export const emaOfClose = (bars: readonly Bar[], [length = 9]: readonly number[]): Values[] =>
  ema(
    bars.map((bar) => bar.close),
    length,
  ).map((value) => [value]);
