import { FACTORS, type InstrumentSpec } from '../../../contracts/instrument.contract.js';
import { DAY_SECONDS } from './civil.js';
import { exp, ln } from './exact-math.js';
import type { NumberedKey, Purpose, SharedDraws } from './shared-draws.js';

/**
 * The slow volatility process: variances of independent Gaussian components of the log variance, by period.
 * Calibrated against the S&P 500, 2000 to 2020 (docs/model-card.md): long periods dominate, so the autocorrelation of
 * absolute returns is 0.3 at a day and dies slowly over months.
 */
export const SLOW_PERIODS: readonly { periodSeconds: number; variance: number }[] = [
  [1, 0.05],
  [2, 0.05],
  [4, 0.05],
  [8, 0.06],
  [16, 0.08],
  [32, 0.14],
  [64, 0.24],
  [128, 0.34],
  [256, 0.38],
  [512, 0.36],
].map(([days, variance]) => ({ periodSeconds: (days as number) * DAY_SECONDS, variance: variance as number }));

/** Variance of the log variance that each halving below a day adds. */
export const INTRADAY_VARIANCE = 0.13;
/** The prehistory is drawn in trees of this length. */
export const CHUNK_SECONDS = 64 * DAY_SECONDS;

/** How strongly volatility itself varies, by class: currencies are calmer than shares. */
const VOLATILITY_OF_VOLATILITY: Record<InstrumentSpec['class'], number> = {
  crypto: 0.85,
  forex: 0.6,
  metals: 0.75,
  energy: 0.85,
  stocks: 0.85,
  indices: 1,
  etf: 0.95,
};

interface Loading {
  group: number;
  index: number;
  weight: number;
}

/** An instrument's numbers in the form that the tree wants them. */
export class Dynamics {
  /** Distinguishes instruments in random addresses, and depends on the symbol alone. */
  readonly word: number;
  readonly vov: number;
  readonly referenceTicks: number;
  readonly lotsPerUsdtAtReference: number;
  readonly tradesPerDay: number;
  private readonly loadings: Loading[];
  private readonly ownWeight: number;
  private readonly volatilityFactor: Loading;

  constructor(
    readonly spec: InstrumentSpec,
    private readonly shared: SharedDraws,
  ) {
    this.word = wordOf(spec.symbol);
    this.vov = VOLATILITY_OF_VOLATILITY[spec.class];
    this.loadings = spec.factors.map(({ factor, weight }) => loadingOf(factor, weight));
    this.ownWeight = Math.sqrt(Math.max(0, 1 - spec.factors.reduce((sum, { weight }) => sum + weight * weight, 0)));
    this.volatilityFactor = loadingOf(VOLATILITY_FACTOR[spec.class], 1);
    this.referenceTicks = Math.round(+spec.referencePrice / +spec.tickSize);
    this.lotsPerUsdtAtReference = 1 / (+spec.referencePrice * +spec.lotSize);
    // Busier markets have more trades and larger ones: about 230,000 a day at 900 million, 15,000 at one million.
    this.tradesPerDay = 60 * exp(0.4 * ln(spec.dailyVolumeUsdt));
  }

  /** The price draw at a node: shared movers and the instrument's own, with unit variance. */
  priceDraw(own: number, key: NumberedKey, purpose: Purpose, from: number, length: number): number {
    let sum = this.ownWeight * own;
    for (const { group, index, weight } of this.loadings) {
      sum += weight * this.shared.draw(key, purpose, group, from, length, index);
    }
    return sum;
  }

  /** The variance draw at a node: calm and storm come to the world (0.45), to a class (0.7) and to each alone. */
  varianceDraw(own: number, key: NumberedKey, purpose: Purpose, from: number, length: number): number {
    const world = this.shared.draw(key, purpose, 0, from, length, 1);
    const { group, index } = this.volatilityFactor;
    const byClass = this.shared.draw(key, purpose, group, from, length, index + 1);
    return 0.45 * world + 0.7 * byClass + 0.554526825320473 * own;
  }

  /** Standard deviation of the log odds by which a node's variance is shared between its halves. */
  cascadeDeviation(length: number): number {
    if (length <= DAY_SECONDS) return INTRADAY_DEVIATION * this.vov;
    let deviation = INTRADAY_DEVIATION;
    for (let i = 0; i < SLOW_PERIODS.length; i++) {
      const { periodSeconds, variance } = SLOW_PERIODS[i] as { periodSeconds: number; variance: number };
      if (periodSeconds >= length) break;
      deviation = Math.sqrt(2 * variance);
    }
    return deviation * this.vov;
  }
}

// The odds of two siblings with independent log weights of variance v have log variance 2 v.
const INTRADAY_DEVIATION = Math.sqrt(2 * INTRADAY_VARIANCE);

const VOLATILITY_FACTOR: Record<InstrumentSpec['class'], (typeof FACTORS)[number]> = {
  crypto: 'CRYPTO',
  forex: 'EUR',
  metals: 'METALS',
  energy: 'ENERGY',
  stocks: 'EQUITY',
  indices: 'EQUITY',
  etf: 'EQUITY',
};

function loadingOf(factor: (typeof FACTORS)[number], weight: number): Loading {
  const at = FACTORS.indexOf(factor);
  return { group: at >> 3, index: (at & 7) * 2, weight };
}

/** FNV-1a, 32 bits. */
export function wordOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
