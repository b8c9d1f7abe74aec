import { exp, ln } from './exact-math.js';

/**
 * The regularities that price series of all markets share (Cont, 2001), as numbers. Series in time order; a volume
 * series, where given, has one entry a return.
 */
export interface StylizedFacts {
  observations: number;
  /** Standard deviation of the returns. */
  deviation: number;
  skewness: number;
  /** 3 for the normal law; markets are far above. */
  kurtosis: number;
  /** The Hill estimate of the tail index over the largest 5% of absolute returns; markets are near 3. */
  tailIndex: number;
  /** Autocorrelation of returns at lag 1: near zero, or there would be money on the street. */
  returnsAcf1: number;
  /** Autocorrelation of absolute returns at `ABSOLUTE_LAGS`: volatility comes in clusters. */
  absoluteAcf: number[];
  /** The exponent b of lag^-b fitted to it over lags 1 to 100: slow decay is below 0.5. */
  decayExponent: number;
  /** Mean correlation of a return with the absolute returns of the ten days after it: below zero where falls bring storms. */
  leverage: number;
  /** The lowest return, and the deepest fall below a high before, as a share of that high: both below zero. */
  worst: number;
  drawdown: number;
  /** Correlation of absolute return and volume. */
  volumeVolatility: number | undefined;
}

export const ABSOLUTE_LAGS = [1, 5, 10, 20, 50, 100] as const;
const LEVERAGE_LAGS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

export function stylizedFacts(returns: readonly number[], volumes?: readonly number[]): StylizedFacts {
  const absolute = returns.map((value) => Math.abs(value));
  const { deviation, skewness, kurtosis } = moments(returns);
  return {
    observations: returns.length,
    deviation,
    skewness,
    kurtosis,
    tailIndex: hillTailIndex(returns, 0.05),
    returnsAcf1: autocorrelation(returns, 1),
    absoluteAcf: ABSOLUTE_LAGS.map((lag) => autocorrelation(absolute, lag)),
    decayExponent: decayExponent(absolute, 100),
    leverage: mean(LEVERAGE_LAGS.map((lag) => correlation(returns.slice(0, -lag), absolute.slice(lag)))),
    worst: returns.reduce((least, value) => Math.min(least, value), 0),
    drawdown: drawdown(returns),
    volumeVolatility: volumes && correlation(absolute, volumes),
  };
}

/** Log returns from close to close. */
export function logReturns(closes: readonly number[]): number[] {
  return closes.slice(1).map((close, i) => ln(close / (closes[i] as number)));
}

function drawdown(returns: readonly number[]): number {
  let [level, high, deepest] = [0, 0, 0];
  for (const value of returns) {
    level += value;
    high = Math.max(high, level);
    deepest = Math.min(deepest, level - high);
  }
  return exp(deepest) - 1;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function moments(values: readonly number[]): { deviation: number; skewness: number; kurtosis: number } {
  const centre = mean(values);
  const powers = [0, 0, 0];
  for (const value of values) {
    const d = value - centre;
    powers[0] = (powers[0] as number) + d * d;
    powers[1] = (powers[1] as number) + d * d * d;
    powers[2] = (powers[2] as number) + d * d * d * d;
  }
  const [second, third, fourth] = powers.map((sum) => sum / values.length) as [number, number, number];
  const deviation = Math.sqrt(second);
  return { deviation, skewness: third / (second * deviation), kurtosis: fourth / (second * second) };
}

/** How fast the tail falls: P(|x| > t) ~ t^-index, from the largest `share` of the values (Hill, 1975). */
export function hillTailIndex(values: readonly number[], share: number): number {
  const sorted = values.map((value) => Math.abs(value)).sort((x, y) => y - x);
  const count = Math.max(2, Math.floor(sorted.length * share));
  const threshold = sorted[count] as number;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += ln((sorted[i] as number) / threshold);
  return count / sum;
}

function autocorrelation(values: readonly number[], lag: number): number {
  const centre = mean(values);
  let product = 0;
  let square = 0;
  for (let i = 0; i < values.length; i++) {
    const d = (values[i] as number) - centre;
    square += d * d;
    if (i >= lag) product += d * ((values[i - lag] as number) - centre);
  }
  return product / square;
}

export function correlation(xs: readonly number[], ys: readonly number[]): number {
  const centreX = mean(xs);
  const centreY = mean(ys);
  let xy = 0;
  let xx = 0;
  let yy = 0;
  xs.forEach((x, i) => {
    const dx = x - centreX;
    const dy = (ys[i] as number) - centreY;
    xy += dx * dy;
    xx += dx * dx;
    yy += dy * dy;
  });
  return xy / Math.sqrt(xx * yy);
}

/** The slope of the logarithm of the autocorrelation against that of the lag, over lags where it is positive. */
function decayExponent(absolute: readonly number[], maxLag: number): number {
  const points: [number, number][] = [];
  for (let lag = 1; lag <= maxLag; lag++) {
    const value = autocorrelation(absolute, lag);
    if (value > 0) points.push([ln(lag), ln(value)]);
  }
  const centreX = mean(points.map(([x]) => x));
  const centreY = mean(points.map(([, y]) => y));
  let xy = 0;
  let xx = 0;
  for (const [x, y] of points) {
    xy += (x - centreX) * (y - centreY);
    xx += (x - centreX) * (x - centreX);
  }
  return -xy / xx;
}
