import type { MarketSource } from '../market/simulator/market-source.js';
import { ExpectedVariances } from '../market/volatility/expected-variance.js';
import { surfaceAt } from '../market/volatility/surface.js';
import { modelFreeVariance } from '../market/volatility/ssvi.js';
import { askedSpecs, modelOf, type Market, type MarketDifference } from './market.check.js';

/** Places in an epoch, as shares of it, and the part of the instruments that each epoch checks; the same in every run. */
const SAMPLED = [0.37, 0.71] as const;
const ONE_IN = 64;
const DIFFERENCES_MAX = 50;
const MINUTE_MS = 60_000;

type Chosen = readonly { readonly epoch: number; readonly startsAt: number; readonly endsAt: number }[];

/**
 * Some surfaces of each epoch again, as they had to be while it ran: from a model that knows the seeds of the epochs before and none
 * of its own, with public prices. What the market showed comes from a model that knows all.
 */
export function auditVolatilities(
  market: Market,
  chosen: Chosen,
  asShown = (prices: MarketSource): ExpectedVariances => new ExpectedVariances(prices),
): { checked: number; differences: MarketDifference[] } {
  const specs = askedSpecs(market);
  const shown = modelOf(market, specs);
  const differences: MarketDifference[] = [];
  let checked = 0;
  let running = -Infinity;
  // One model that learns of each epoch when the next one is checked: drawing all common movers anew takes a third of a second.
  const blind = new ExpectedVariances(
    shown,
    modelOf(market, specs, (epoch) => epoch < running),
  );
  const seeing = asShown(shown);
  for (const { epoch, startsAt, endsAt } of chosen.toSorted((one, other) => one.epoch - other.epoch)) {
    running = epoch;
    for (const [place, spec] of specs.entries()) {
      if (market.asked === undefined && (place + epoch) % ONE_IN !== 0) continue;
      for (const share of SAMPLED) {
        const at = Math.floor((startsAt + share * (endsAt - startsAt)) / MINUTE_MS) * MINUTE_MS;
        const [expected, found] = [textOf(blind, spec, at), textOf(seeing, spec, at)];
        checked += 1;
        if (expected === found || differences.length >= DIFFERENCES_MAX) continue;
        differences.push({ what: 'volatility', epoch, symbol: spec.symbol, at, expected, found });
      }
    }
  }
  return { checked, differences };
}

/** Every parameter of a surface, and the variance that its options add up to. */
function textOf(expected: ExpectedVariances, spec: Parameters<typeof surfaceAt>[1], at: number): string {
  const surface = surfaceAt(expected, spec, at);
  if (surface === undefined) return 'none';
  const { kind, slices } = surface;
  const levels = slices.map(({ horizon, theta }) => `${horizon} ${theta} ${modelFreeVariance(theta, kind)}`);
  return [`rho ${kind.rho}`, `eta ${kind.eta}`, ...levels].join(', ');
}
