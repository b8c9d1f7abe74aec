import { exp, normalShare } from '../simulator/exact-math.js';

/** How implied volatility changes with the strike: `rho` leans it, `eta` bends it. */
export interface Smile {
  readonly rho: number;
  readonly eta: number;
}

/** The integral takes strikes to forty deviations either side, close together in the middle: k is sinh of an even step. */
const [REACH, STEPS] = [4.4, 264];
const PLACES = Float64Array.from({ length: STEPS + 1 }, (_, n) => sinh(REACH * ((2 * n) / STEPS - 1)));
const ROUNDS = 12;
const NEAR = 1e-12;
/** Of the standard normal: a quarter lies above it. */
const QUARTER = 0.6744897501960817;

/**
 * Implied total variance (volatility squared times years) at log-moneyness k = ln(strike / forward), by the surface SSVI with
 * phi = eta / sqrt(theta (1 + theta)). `theta` is that at the money. Source: Gatheral and Jacquier, "Arbitrage-free SVI volatility
 * surfaces", Quantitative Finance 14 (2014), eq. 4.1; free of static arbitrage where eta (1 + |rho|) is at most 2 and theta never
 * falls with the horizon (their remark 4.4).
 */
export function totalVariance(theta: number, { rho, eta }: Smile, k: number): number {
  if (theta <= 0) return 0;
  const bent = (eta / Math.sqrt(theta * (1 + theta))) * k;
  return (theta / 2) * (1 + rho * bent + Math.sqrt((bent + rho) * (bent + rho) + 1 - rho * rho));
}

/**
 * The fair price of variance that a slice of the surface gives: what options on all strikes cost together, as in a model-free index
 * such as VIX. The mean of total variance over d2 (Gatheral, "The Volatility Surface", 2006, eq. 11.5).
 */
export function modelFreeVariance(theta: number, smile: Smile): number {
  if (theta <= 0) return 0;
  const unit = Math.sqrt(theta);
  let sum = 0;
  let [variance, share] = sliceAt(theta, smile, unit * (PLACES[0] as number));
  for (let n = 1; n <= STEPS; n++) {
    const [next, nextShare] = sliceAt(theta, smile, unit * (PLACES[n] as number));
    sum += ((variance + next) / 2) * (share - nextShare);
    [variance, share] = [next, nextShare];
  }
  return sum;
}

function sliceAt(theta: number, smile: Smile, k: number): [variance: number, share: number] {
  const variance = totalVariance(theta, smile, k);
  const deviation = Math.sqrt(variance);
  return [variance, normalShare(-k / deviation - deviation / 2)];
}

function sinh(x: number): number {
  return (exp(x) - exp(-x)) / 2;
}

/** The total variance at the money with which a slice gives this variance. */
export function thetaOf(variance: number, smile: Smile): number {
  let theta = variance;
  let miss = 1;
  // The smile hardly changes with its level, so each round is nearer by far.
  for (let round = 0; round < ROUNDS && theta > 0 && Math.abs(miss) > NEAR; round++) {
    const ratio = variance / modelFreeVariance(theta, smile);
    theta *= ratio;
    miss = ratio - 1;
  }
  return theta;
}

/** Total variance at the strike whose option has a delta of a quarter, on the forward. */
export function quarterDelta(theta: number, smile: Smile, option: 'put' | 'call'): number {
  const sign = option === 'call' ? 1 : -1;
  let [near, far] = [0, (PLACES[STEPS] as number) * Math.sqrt(theta)];
  for (let round = 0; round < 50; round++) {
    const k = (near + far) / 2;
    const deviation = Math.sqrt(totalVariance(theta, smile, sign * k));
    // d1 of the call falls with the strike; that of the put rises as the strike falls.
    if (sign * ((-sign * k) / deviation + deviation / 2) > -QUARTER) near = k;
    else far = k;
  }
  return totalVariance(theta, smile, (sign * (near + far)) / 2);
}

/** The price of an out-of-the-money option over the forward, undiscounted (Black 1976): a call above it, a put below. */
export function outOfTheMoney(variance: number, k: number): number {
  const deviation = Math.sqrt(variance);
  const [one, two] = [-k / deviation + deviation / 2, -k / deviation - deviation / 2];
  const strike = exp(k);
  return k >= 0 ? normalShare(one) - strike * normalShare(two) : strike * normalShare(-two) - normalShare(-one);
}
