import { exp, gaussian } from './exact-math.js';

/**
 * How volatility moves: the log variance of a path is a sum of components that forget at different speeds and are all
 * pushed by the same surprise, what the last root's price and variance did. So everything that a coming variance depends
 * on has shown in public prices before (the cascade of HAR: Corsi 2009; the asymmetry of EGARCH: Nelson 1991).
 * Calibrated against the S&P 500, 2000 to 2020, and the Nasdaq-100 (docs/model-card.md).
 */
const COMPONENTS: readonly { readonly days: number; readonly deviation: number }[] = [
  { days: 3, deviation: 0.1 },
  { days: 15, deviation: 0.25 },
  { days: 60, deviation: 0.6 },
  { days: 250, deviation: 0.6 },
];

export const STORM_COMPONENTS = COMPONENTS.length;

/** Deviation of the log variance of one day that nobody can know before it. */
const DAY_DEVIATION = 0.4;
/** Variance of the log variance that each halving below a day adds. */
const HALVING_VARIANCE = 0.13;

/** Of the log odds by which a cut shares out variance: two siblings with independent log weights. */
export const CUT_DEVIATION = Math.sqrt(2 * HALVING_VARIANCE);

/** Variance that a cut adds to the log variance of a half: a half with more has a sibling with less. */
export const CUT_VARIANCE = HALVING_VARIANCE / 2;

/** After long: how two components vary together. */
const COVARIANCES = COMPONENTS.map((one) =>
  COMPONENTS.map((other) => {
    const [a, b] = [exp(-1 / one.days), exp(-1 / other.days)];
    return (one.deviation * other.deviation * Math.sqrt((1 - a * a) * (1 - b * b))) / (1 - a * b);
  }),
);

/** The variance of the sum of all components, after long. */
export const STORM_VARIANCE = COVARIANCES.flat().reduce((sum, covariance) => sum + covariance, 0);

/** The lower triangle whose product with itself is the covariances (Cholesky). */
const TRIANGLE = triangleOf(COVARIANCES);

function triangleOf(covariances: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const rows: number[][] = [];
  covariances.forEach((covariance, i) => {
    const row: number[] = [];
    for (let j = 0; j <= i; j++) {
      const other = j < i ? (rows[j] as number[]) : row;
      let rest = covariance[j] as number;
      for (let k = 0; k < j; k++) rest -= (row[k] as number) * (other[k] as number);
      row.push(j < i ? rest / (other[j] as number) : Math.sqrt(rest));
    }
    rows.push(row);
  });
  return rows;
}

/** Draws the components as they are after long, from as many random words. */
export function drawStorm(state: Float64Array, at: number, words: Uint32Array): void {
  TRIANGLE.forEach((row, k) => {
    state[at + k] = row.reduce((sum, weight, j) => sum + weight * gaussian(words[j] as number), 0);
  });
}

/** The deviation of a root's own log variance; `days` of an average day lie in the root's stretch, `halvings` below a day. */
export function rootDeviation(halvings: number): number {
  return Math.sqrt(DAY_DEVIATION * DAY_DEVIATION + HALVING_VARIANCE * halvings);
}

/** The sum of the components that stand in `state` from `at` on. */
export function stormOf(state: Float64Array, at: number): number {
  let sum = 0;
  for (let k = 0; k < STORM_COMPONENTS; k++) sum += state[at + k] as number;
  return sum;
}

/** What is left of the components that stand in `state` after `days` of business time, if nothing surprises. */
export function fadedStorm(state: Float64Array, days: number): number {
  return COMPONENTS.reduce((sum, { days: memory }, k) => sum + exp(-days / memory) * (state[k] as number), 0);
}

/** How fast two components together forget. */
const FORGETS = COMPONENTS.map((one) => COMPONENTS.map((other) => 1 / one.days + 1 / other.days));

/** The variance of what surprises of `days` of business time add to the sum of the components. */
export function freshStormVariance(days: number): number {
  let total = 0;
  for (let i = 0; i < STORM_COMPONENTS; i++) {
    const [covariances, forgets] = [COVARIANCES[i] as number[], FORGETS[i] as number[]];
    let sum = 0;
    for (let j = 0; j < STORM_COMPONENTS; j++)
      sum += (covariances[j] as number) * (1 - exp(-days * (forgets[j] as number)));
    total += sum;
  }
  return total;
}

/** What a surprise of one, in a root of `rootDays`, still adds to the sum of the components `days` after it. */
export function stormResponse(rootDays: number, days: number): number {
  return COMPONENTS.reduce((sum, { days: memory, deviation }) => {
    const kept = exp(-rootDays / memory);
    return sum + exp(-days / memory) * deviation * Math.sqrt(1 - kept * kept);
  }, 0);
}

/** Lets `days` of business time pass: every component forgets, and takes up the surprise (standard normal). */
export function passStorm(state: Float64Array, at: number, days: number, surprise: number): void {
  for (let k = 0; k < STORM_COMPONENTS; k++) {
    const { days: memory, deviation } = COMPONENTS[k] as { days: number; deviation: number };
    const kept = exp(-days / memory);
    state[at + k] = kept * (state[at + k] as number) + Math.sqrt(1 - kept * kept) * deviation * surprise;
  }
}
