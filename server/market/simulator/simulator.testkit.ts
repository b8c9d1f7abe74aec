import { readCatalogue } from '../catalogue/read-catalogue.js';
import { DEFAULT_EPOCH_MS, effectiveSeed, epochOf, SeedChain } from './epochs.js';
import { PriceModel } from './price-model.js';

/** 2026-11-20T12:00:00Z: inside a week, inside a session of most exchanges. */
export const TEST_LAUNCH_AT = 1_795_176_000_000;

const CHAIN_EPOCHS = 6 * 366 * 3;
const FIRST = epochOf(TEST_LAUNCH_AT, DEFAULT_EPOCH_MS);

export const testCatalogue = readCatalogue();
export const testChain = new SeedChain('5e'.repeat(32), FIRST, CHAIN_EPOCHS);
export const testBeacon = (epoch: number): string => (epoch % 251).toString(16).padStart(2, '0').repeat(32);

const seeds = new Map<number, string>();

/** The effective seed of a test epoch; three years are known. */
export function testSeedOf(epoch: number): string | undefined {
  if (epoch < FIRST || epoch >= FIRST + CHAIN_EPOCHS) return undefined;
  let seed = seeds.get(epoch);
  if (seed === undefined) {
    seed = effectiveSeed(testChain.seedOf(epoch), testBeacon(epoch));
    seeds.set(epoch, seed);
  }
  return seed;
}

export function testModel(symbols?: readonly string[]): PriceModel {
  const { specs, calendars } = testCatalogue;
  return new PriceModel({
    specs: symbols ? specs.filter(({ symbol }) => symbols.includes(symbol)) : specs,
    calendars,
    launchAt: TEST_LAUNCH_AT,
    epochMs: DEFAULT_EPOCH_MS,
    seedOf: testSeedOf,
  });
}
