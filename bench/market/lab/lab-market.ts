import { readPolicySeeds } from '../../../server/features/policy/policy-seeds.js';
import { readCatalogue } from '../../../server/market/catalogue/read-catalogue.js';
import { EffectiveActions } from '../../../server/market/runtime/effective-actions.js';
import { Market } from '../../../server/market/runtime/market.js';
import { DEFAULT_EPOCH_MS, effectiveSeed, epochOf, SeedChain } from '../../../server/market/simulator/epochs.js';
import type { MarketSource } from '../../../server/market/simulator/market-source.js';
import { PriceModel } from '../../../server/market/simulator/price-model.js';

/** 2026-11-20T12:00:00Z, a Friday. */
export const LAUNCH_AT = 1_795_176_000_000;
export const EPOCH_MS = DEFAULT_EPOCH_MS;
export const DAY_MS = 86_400_000;
/** Episodes begin within so many days after the launch. */
export const DAYS = 180;

const EPOCHS = (DAYS + 30) * 6;
export const FIRST_EPOCH = epochOf(LAUNCH_AT, EPOCH_MS);
const { specs, calendars } = readCatalogue();
const policies = readPolicySeeds('seeds');

/** The first values of a policy. */
export function publishedValues<Values>(policy: string): Values {
  const found = policies.find(({ name }) => name === policy);
  if (found === undefined) throw new Error(`no policy is named ${policy}`);
  return found.values as Values;
}

export type SeedOf = (epoch: number) => string | undefined;

const chain = new SeedChain('7e'.repeat(32), FIRST_EPOCH, EPOCHS);
export const beaconOf = (epoch: number): string => (epoch % 251).toString(16).padStart(2, '0').repeat(32);
/** What is revealed once an epoch is over. */
export const secretOf = (epoch: number): string => chain.seedOf(epoch);

const seeds = new Map<number, string>();
export const labSeedOf: SeedOf = (epoch) => {
  if (epoch < FIRST_EPOCH || epoch >= FIRST_EPOCH + EPOCHS) return undefined;
  const known = seeds.get(epoch) ?? effectiveSeed(secretOf(epoch), beaconOf(epoch));
  seeds.set(epoch, known);
  return known;
};

export function labModel(seedOf: SeedOf = labSeedOf): PriceModel {
  return new PriceModel({ specs, calendars, launchAt: LAUNCH_AT, epochMs: EPOCH_MS, seedOf });
}

let common: PriceModel | undefined;

/** Of the same seeds all draw the same prices. */
const modelOf = (seedOf: SeedOf): PriceModel => (seedOf === labSeedOf ? (common ??= labModel()) : labModel(seedOf));

/** A fault that somebody might build in: the market's source, changed. */
export type Plant = (source: MarketSource) => MarketSource;

/** The market that deciders ask, over the whole catalogue; with a plant, over a faulty simulator. */
export function labMarket({ seedOf = labSeedOf, plant }: { seedOf?: SeedOf; plant?: Plant } = {}): Market {
  const versions = new Map(specs.map((spec) => [spec.symbol, { spec, version: 1, status: 'listed' }]));
  const { maxNotional } = publishedValues<{ maxNotional: string }>('spot.rules');
  return new Market({
    instruments: { versions } as never,
    actions: new EffectiveActions(),
    calendars,
    launchAt: LAUNCH_AT,
    epochMs: EPOCH_MS,
    seedOf,
    maxNotional: () => maxNotional,
    replaysOf: () => (plant === undefined ? [] : [plant(modelOf(seedOf))]),
  });
}
