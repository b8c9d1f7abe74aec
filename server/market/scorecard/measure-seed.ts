import { createHash } from 'node:crypto';
import { SCORECARD_FACTS, type ScorecardFact } from '../../../contracts/scorecard.calls.js';
import type { Catalogue } from '../catalogue/read-catalogue.js';
import { DAY_SECONDS } from '../simulator/civil.js';
import { DEFAULT_EPOCH_MS } from '../simulator/epochs.js';
import { PriceModel } from '../simulator/price-model.js';
import {
  ABSOLUTE_LAGS,
  correlation,
  logReturns,
  mean,
  moments,
  stylizedFacts,
  type StylizedFacts,
} from '../simulator/stylized-facts.js';
import { REAL_CORRELATIONS, VOLATILITIES } from './reality.js';

/** The figures behind docs/model-card.md and the scorecard's page: how near the simulated market is to real ones. */

const DAY_MS = DAY_SECONDS * 1000;
export const SCORECARD_YEARS = 16;
export const SCORECARD_SEEDS = 30;
const LAUNCH_AT = Date.UTC(2010, 0, 4);
/** 19:30 UTC: New York, metals, currencies and coins are open in winter as in summer. */
const SAMPLED_AT_MS = 19.5 * 3_600_000;

/** Every figure of one seed, to four decimals, by subject and measure: `SPX.kurtosis`, `SPX/NDX.correlation`, `BTC.volatility`. */
export type SeedFigures = Record<string, number>;

/** What is kept in `seeds/scorecard.json`: every seed's figures, and the yearly volatility that the catalogue asks for. */
export interface Measured {
  readonly asked: Readonly<Record<string, number>>;
  readonly figures: readonly SeedFigures[];
}

/** Takes a minute or two for all seeds. */
export function measured(catalogue: Catalogue, seeds: number): Measured {
  return {
    asked: askedOf(catalogue),
    figures: Array.from({ length: seeds }, (_, seed) => measureSeed(catalogue, seed)),
  };
}

export function askedOf({ specs }: Pick<Catalogue, 'specs'>): Measured['asked'] {
  const wanted = specs.filter(({ base }) => (VOLATILITIES as readonly string[]).includes(base));
  return Object.fromEntries(wanted.map(({ base, volatilityAnnual }) => [base, volatilityAnnual]));
}

const LARGE_STOCKS = 20;

/** One seed drawn like the live market for sixteen years, looked at once on each day that New York is open. */
export function measureSeed(catalogue: Catalogue, seed: number): SeedFigures {
  const { specs } = catalogue;
  const model = drawn(catalogue, `scorecard ${seed}`, DAY_MS);
  const instants: number[] = [];
  for (let day = 1; day < SCORECARD_YEARS * 365.25; day++) {
    const at = LAUNCH_AT + day * DAY_MS + SAMPLED_AT_MS;
    if (model.sessionState('SPXUSDT', at).open) instants.push(at);
  }
  const known = new Map<string, number[]>();
  const returnsIn = (source: PriceModel, base: string): number[] =>
    logReturns(instants.map((at) => source.exactTicksAt(`${base}USDT`, at)));
  const returnsOf = (base: string): number[] => {
    const found = known.get(base) ?? returnsIn(model, base);
    known.set(base, found);
    return found;
  };
  // A fall raises the variance of the epochs after it. Skewness is what that does within a day, so one draw a day would miss it.
  const live = drawn(catalogue, `scorecard of epochs ${seed}`, DEFAULT_EPOCH_MS);
  const factsOf = (base: string): StylizedFacts => {
    const { skewness } = moments(returnsIn(live, base));
    return { ...stylizedFacts(returnsOf(base)), skewness };
  };
  const pair = (names: string): number => {
    const [one, other] = names.split('/') as [string, string];
    return correlation(returnsOf(one), returnsOf(other));
  };
  const yearly = Math.sqrt(instants.length / SCORECARD_YEARS);
  const entries: (readonly [string, number])[] = [
    ...(['SPX', 'NDX'] as const).flatMap((base) => factEntries(base, factsOf(base))),
    ...Object.keys(REAL_CORRELATIONS).map((names) => [`${names}.correlation`, pair(names)] as const),
    ['stocks.correlation', mean(pairsOf(largeStocks(specs)).map(pair))],
    ...VOLATILITIES.map((base) => [`${base}.volatility`, moments(returnsOf(base)).deviation * yearly] as const),
  ];
  return Object.fromEntries(entries.map(([name, value]) => [name, Math.round(value * 1e4) / 1e4]));
}

/** Days alone are looked at, and one root a day is drawn in a sixth of the time of six. */
function drawn({ specs, calendars }: Catalogue, name: string, epochMs: number): PriceModel {
  const seedOf = (epoch: number): string => createHash('sha256').update(`${name} ${epoch}`).digest('hex');
  return new PriceModel({ specs, calendars, launchAt: LAUNCH_AT, epochMs, seedOf });
}

function factEntries(base: string, facts: StylizedFacts): (readonly [string, number])[] {
  const memory = (lag: (typeof ABSOLUTE_LAGS)[number]) => facts.absoluteAcf[ABSOLUTE_LAGS.indexOf(lag)] as number;
  const { kurtosis, skewness, leverage, worst, drawdown } = facts;
  const measured: Record<ScorecardFact, number> = {
    kurtosis,
    skewness,
    memory1: memory(1),
    memory10: memory(10),
    memory50: memory(50),
    leverage,
    worst,
    drawdown,
  };
  return SCORECARD_FACTS.map((fact) => [`${base}.${fact}`, measured[fact]] as const);
}

/** The most traded shares of New York. */
function largeStocks(specs: Catalogue['specs']): string[] {
  return specs
    .filter((spec) => spec.class === 'stocks' && spec.calendar === 'nyse' && spec.relation === undefined)
    .sort((one, other) => other.dailyVolumeUsdt - one.dailyVolumeUsdt || (one.base < other.base ? -1 : 1))
    .slice(0, LARGE_STOCKS)
    .map(({ base }) => base);
}

function pairsOf(names: readonly string[]): string[] {
  return names.flatMap((one, i) => names.slice(i + 1).map((other) => `${one}/${other}`));
}
