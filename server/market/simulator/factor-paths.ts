import type { Factor, InstrumentSpec } from '../../../contracts/instrument.contract.js';
import { exp, ln } from './exact-math.js';
import { clockFrom, type MarketClock } from './market-clock.js';
import { Path, wordOf } from './path.js';
import type { Timeline } from './timeline.js';
import type { Leg } from './walk.js';

interface FactorKind {
  readonly calendar: string;
  readonly stormy: number;
  readonly leverage: number;
  readonly shares?: Factor;
}

const [EQUITY_STORM, CRYPTO_STORM, MONEY_STORM, GOODS_STORM] = [1, 0.85, 0.6, 0.8];
const share = (shares: Factor): FactorKind => ({ calendar: 'nyse', stormy: EQUITY_STORM, leverage: 0.4, shares });
const money: FactorKind = { calendar: 'forex-24x5', stormy: MONEY_STORM, leverage: 0, shares: 'WORLD' };
const coin: FactorKind = { calendar: 'crypto-24x7', stormy: CRYPTO_STORM, leverage: 0, shares: 'CRYPTO' };

/**
 * On which market's clock a common mover runs, how its volatility varies, and how much a fall raises it: shares fall into
 * storms, currencies and coins hardly do.
 */
const KINDS: Record<Factor, FactorKind> = {
  WORLD: { calendar: 'forex-24x5', stormy: EQUITY_STORM, leverage: 0.6, shares: 'EQUITY' },
  EQUITY: { calendar: 'nyse', stormy: EQUITY_STORM, leverage: 0.75 },
  CRYPTO: { calendar: 'crypto-24x7', stormy: CRYPTO_STORM, leverage: 0.1 },
  METALS: { calendar: 'metals-23x5', stormy: GOODS_STORM, leverage: 0 },
  ENERGY: { calendar: 'energy-23x5', stormy: GOODS_STORM, leverage: 0.1 },
  ASIA: { calendar: 'hkex', stormy: EQUITY_STORM, leverage: 0.4, shares: 'EQUITY' },
  EUROPE: { calendar: 'xetra', stormy: EQUITY_STORM, leverage: 0.5, shares: 'EQUITY' },
  TECH: share('EQUITY'),
  EUR: { calendar: 'forex-24x5', stormy: MONEY_STORM, leverage: 0 },
  GBP: money,
  JPY: money,
  CHF: money,
  AUD: money,
  CAD: money,
  NZD: money,
  CNY: money,
  FINANCE: share('EQUITY'),
  HEALTH: share('EQUITY'),
  CONSUMER: share('EQUITY'),
  INDUSTRY: share('EQUITY'),
  DEFI: coin,
  MEME: coin,
  LAYER1: coin,
  BONDS: { calendar: 'nyse', stormy: GOODS_STORM, leverage: 0 },
  GOLD: { calendar: 'metals-23x5', stormy: GOODS_STORM, leverage: 0, shares: 'METALS' },
  OIL: { calendar: 'energy-23x5', stormy: GOODS_STORM, leverage: 0.1, shares: 'ENERGY' },
  GAS: { calendar: 'energy-23x5', stormy: GOODS_STORM, leverage: 0, shares: 'ENERGY' },
  EM: money,
  NORDIC: money,
  AI: share('TECH'),
  GAMING: coin,
  JAPAN: { calendar: 'tse', stormy: EQUITY_STORM, leverage: 0.4, shares: 'EQUITY' },
  BANKS: share('FINANCE'),
  OILMAJORS: share('EQUITY'),
  BEVERAGES: share('EQUITY'),
};

/** Whose storms an instrument's own moves share, by class, and how much they vary. */
const OWN: Record<InstrumentSpec['class'], { readonly shares: Factor; readonly stormy: number }> = {
  crypto: { shares: 'CRYPTO', stormy: CRYPTO_STORM },
  forex: { shares: 'EUR', stormy: MONEY_STORM },
  metals: { shares: 'METALS', stormy: GOODS_STORM },
  energy: { shares: 'ENERGY', stormy: GOODS_STORM },
  stocks: { shares: 'EQUITY', stormy: EQUITY_STORM },
  indices: { shares: 'EQUITY', stormy: EQUITY_STORM },
  etf: { shares: 'EQUITY', stormy: EQUITY_STORM },
};

/** Calm and storm come to a class and to each alone. */
const STORM_SHARED = 0.7;

/** A leg with all that its path knows. */
export interface PathLeg extends Leg {
  readonly path: Path;
}

/** How an instrument's log price is put together. */
export interface Blend {
  readonly legs: readonly PathLeg[];
  /** What the log price gains in a year without any chance. */
  readonly driftAnnual: number;
  /** The price at launch in ticks; whole unless it is a function of others. */
  readonly launchTicks: number;
}

interface Weights {
  readonly weights: Map<Path, { weight: number; convexity: number }>;
  readonly driftAnnual: number;
  /** The price at launch. */
  readonly launchPrice: number;
}

/** The random paths of all instruments: common movers and each one's own, and which of them make up a price. */
export class FactorPaths {
  private readonly factors = new Map<Factor, Path>();
  private readonly own = new Map<string, Path>();
  private readonly blends = new Map<string, Weights>();

  constructor(
    private readonly specs: ReadonlyMap<string, InstrumentSpec>,
    private readonly clocks: ReadonlyMap<string, MarketClock>,
    private readonly timeline: Timeline,
  ) {}

  clockOf({ symbol, calendar, opening }: InstrumentSpec): MarketClock {
    const clock = this.clock(calendar, symbol);
    return opening === undefined ? clock : clockFrom(clock.calendar, opening);
  }

  blendOf(spec: InstrumentSpec): Blend {
    const { weights, driftAnnual, launchPrice } = this.weightsOf(spec);
    const legs = [...weights].map(([path, { weight, convexity }]) => ({ path, weight, convexity }));
    return { legs, driftAnnual, launchTicks: launchPrice / +spec.tickSize };
  }

  private weightsOf(spec: InstrumentSpec): Weights {
    const known = this.blends.get(spec.symbol);
    if (known) return known;
    const made = spec.relation ? this.related(spec, spec.relation) : this.listed(spec);
    this.blends.set(spec.symbol, made);
    return made;
  }

  private listed(spec: InstrumentSpec): Weights {
    const { factors, volatilityAnnual: deviation, driftAnnual, referencePrice } = spec;
    const rest = Math.sqrt(Math.max(0, 1 - factors.reduce((sum, { weight }) => sum + weight * weight, 0)));
    const weights: Weights['weights'] = new Map();
    for (const { factor, weight } of factors) addLeg(weights, this.factor(factor), weight * deviation);
    if (rest > 0.001) addLeg(weights, this.ownPath(spec), rest * deviation);
    return { weights, driftAnnual, launchPrice: +referencePrice };
  }

  private related(spec: InstrumentSpec, relation: NonNullable<InstrumentSpec['relation']>): Weights {
    const { of, constant, feeAnnual, noiseAnnual } = relation;
    const weights: Weights['weights'] = new Map();
    let driftAnnual = of.length === 0 ? spec.driftAnnual : -feeAnnual;
    let product = 1;
    for (const { base, power } of of) {
      const parent = this.specs.get(`${base}USDT`);
      if (!parent) throw new Error(`${spec.symbol} is a function of ${base}, which is not in the catalogue`);
      const theirs = this.weightsOf(parent);
      driftAnnual += power * theirs.driftAnnual;
      product *= exp(power * ln(theirs.launchPrice));
      for (const [path, { weight, convexity }] of theirs.weights) {
        const sum = weights.get(path) ?? { weight: 0, convexity: 0 };
        weights.set(path, { weight: sum.weight + power * weight, convexity: sum.convexity + power * convexity });
      }
    }
    if (noiseAnnual > 0) addLeg(weights, this.ownPath(spec), noiseAnnual);
    return { weights, driftAnnual, launchPrice: constant === undefined ? +spec.referencePrice : constant * product };
  }

  private factor(name: Factor): Path {
    let path = this.factors.get(name);
    if (path) return path;
    const { calendar, stormy, leverage, shares } = KINDS[name];
    const clock = this.clock(calendar, name);
    const shared = shares && { shares: { with: this.factor(shares), weight: STORM_SHARED } };
    const word = wordOf(`factor ${name}`);
    path = new Path({ word, clock, stormy, leverage, origin: 'first-day', ...shared }, this.timeline);
    this.factors.set(name, path);
    return path;
  }

  private ownPath(spec: InstrumentSpec): Path {
    let path = this.own.get(spec.symbol);
    if (path) return path;
    const { shares, stormy } = OWN[spec.class];
    const kind = {
      word: wordOf(spec.symbol),
      clock: this.clockOf(spec),
      stormy,
      leverage: 0,
      origin: 'launch' as const,
    };
    const storms = { with: this.factor(shares), weight: STORM_SHARED };
    const halfLifeDays = spec.relation?.halfLifeDays;
    path = new Path({ ...kind, shares: storms, ...(halfLifeDays !== undefined && { halfLifeDays }) }, this.timeline);
    this.own.set(spec.symbol, path);
    return path;
  }

  private clock(calendar: string, user: string): MarketClock {
    const clock = this.clocks.get(calendar);
    if (!clock) throw new Error(`${user} keeps the hours of an unknown calendar, ${calendar}`);
    return clock;
  }
}

/** Adds a path so that the mean of the price, not of its logarithm, follows the drift. */
function addLeg(weights: Weights['weights'], path: Path, weight: number): void {
  weights.set(path, { weight, convexity: (-weight * weight) / 2 });
}
