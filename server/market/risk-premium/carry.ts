import type { InstrumentClass } from '../../../contracts/market.contract.js';
import { FUNDING_MINUTES } from '../funding/funding-calendar.js';
import { fundingRate, RATE_CAP, RATE_DECIMALS } from '../funding/funding-rate.js';
import { HALF_LIFE_MINUTES, PREMIUMS } from '../funding/premium-process.js';

/**
 * What receiving funding pays, by numerical integration over the normal law of premiums. Nothing is drawn:
 * `test/market/funding.spec.ts` compares the law with rates drawn from seeds.
 */

/** Covariances of more distant intervals are below a millionth. */
const LAGS = 40;
/** Every fourth minute is exact enough for a process that moves over a day. */
const STEP_MINUTES = 4;
const UNIT = 10 ** RATE_DECIMALS;

const WEIGHT_TOTAL = (FUNDING_MINUTES * (FUNDING_MINUTES + 1)) / 2;
const COVARIANCES = Array.from({ length: LAGS }, (_, lag) => averageCovariance(lag));

/** The covariance of the averages of two intervals, `lag` apart, of a process of deviation 1; minutes weigh by their number. */
function averageCovariance(lag: number): number {
  let sum = 0;
  for (let i = 0; i < FUNDING_MINUTES; i += STEP_MINUTES)
    for (let j = 0; j < FUNDING_MINUTES; j += STEP_MINUTES)
      sum += (i + 1) * (j + 1) * 2 ** (-Math.abs(i - j + lag * FUNDING_MINUTES) / HALF_LIFE_MINUTES);
  return (STEP_MINUTES ** 2 * sum) / WEIGHT_TOTAL / WEIGHT_TOTAL;
}

/** The normal law on a grid of tenths of a deviation. */
const GRID = Array.from({ length: 121 }, (_, n) => (n - 60) / 10);
const DENSITY = GRID.map((z) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) / 10);

export interface Carry {
  /** Of one interval, in hundred-millionths of the position. */
  readonly average: number;
  readonly deviation: number;
  /** Of a year, as shares of the position. */
  readonly income: number;
  readonly risk: number;
  readonly sharpe: number;
}

/** What holding the index and selling its perpetual contract receives, before fees, at so many funding intervals a year. */
export function carryOf(name: InstrumentClass, intervalsPerYear: number): Carry {
  const { mean, deviation } = PREMIUMS[name];
  const single = COVARIANCES[0] as number;
  const rate = (z: number): number => fundingRate(mean + deviation * Math.sqrt(single) * z, RATE_CAP[name]);
  const average = overNormal(rate);
  const products = COVARIANCES.map((covariance) => {
    const rho = covariance / single;
    const rest = Math.sqrt(Math.max(0, 1 - rho * rho));
    return overNormal((z) => (rate(z) - average) * overNormal((w) => rate(rho * z + rest * w) - average));
  });
  const [variance = 0, ...later] = products;
  const yearly = (variance + 2 * later.reduce((sum, product) => sum + product, 0)) * intervalsPerYear;
  const [income, risk] = [(average * intervalsPerYear) / UNIT, Math.sqrt(yearly) / UNIT];
  return { average, deviation: Math.sqrt(variance), income, risk, sharpe: income / risk };
}

function overNormal(of: (z: number) => number): number {
  return GRID.reduce((sum, z, n) => sum + of(z) * (DENSITY[n] as number), 0);
}
