import { Fundings } from '../market/funding/fundings.js';
import type { PremiumOptions } from '../market/funding/premium-process.js';
import { referencePremium } from '../market/funding/reference-premium.js';
import { effectiveSeed } from '../market/simulator/epochs.js';
import { askedSpecs, type Market, type MarketDifference } from './market.check.js';

/** Places in an epoch, as shares of it; the same in every run. */
const SAMPLED = [0.29, 0.83] as const;
const DIFFERENCES_MAX = 50;
const MINUTE_MS = 60_000;

type Chosen = readonly { readonly epoch: number; readonly startsAt: number; readonly endsAt: number }[];

/** Of so many instruments one is checked in each epoch; the next epoch checks the next one. */
const ONE_IN = 64;

/** Some premiums: as funding samples them, and draw by draw as the decision page writes them. */
export function auditFundings(
  market: Market,
  chosen: Chosen,
  asShown = (options: PremiumOptions): Pick<Fundings, 'sample'> => new Fundings(options),
): { checked: number; differences: MarketDifference[] } {
  const { calendars, launchAt, epochMs } = market;
  const seeds = new Map(market.epochs.map(({ epoch, seed, beacon }) => [epoch, effectiveSeed(seed, beacon)]));
  const options = { calendars, launchAt, epochMs, seedOf: (epoch: number) => seeds.get(epoch) };
  const specs = askedSpecs(market);
  const fundings = asShown(options);
  const differences: MarketDifference[] = [];
  let checked = 0;
  for (const { epoch, startsAt, endsAt } of chosen) {
    for (const share of SAMPLED) {
      const at = Math.floor((startsAt + share * (endsAt - startsAt)) / MINUTE_MS) * MINUTE_MS;
      for (const [place, spec] of specs.entries()) {
        if (market.asked === undefined && (place + epoch) % ONE_IN !== 0) continue;
        checked += 1;
        const [expected, found] = [referencePremium(options, spec, at), fundings.sample(spec, at)];
        // Two ways of adding up the same draws differ by less than a thousandth of a hundred-millionth.
        if (Math.abs(expected - found) < 0.501 || differences.length >= DIFFERENCES_MAX) continue;
        const { symbol } = spec;
        differences.push({ what: 'premium', epoch, symbol, at, expected: `${expected}`, found: `${found}` });
      }
    }
  }
  return { checked, differences };
}
