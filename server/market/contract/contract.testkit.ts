import { FlowOffsets } from '../flow-offset/flow-offsets.js';
import { EffectiveActions } from '../runtime/effective-actions.js';
import type { ListedInstruments } from '../runtime/catalogue-source.js';
import { Market } from '../runtime/market.js';
import { DEFAULT_EPOCH_MS } from '../simulator/epochs.js';
import { TEST_LAUNCH_AT, testCatalogue, testSeedOf } from '../simulator/simulator.testkit.js';
import { ContractMarket } from './contract-market.js';

/** A market of some instruments with their contracts; `demo` is what users of that realm push, `actions` what the house's history says. */
export function contractsOn(symbols: readonly string[], demo = new FlowOffsets()) {
  const specs = testCatalogue.specs.filter(({ symbol }) => symbols.includes(symbol));
  const versions: ListedInstruments['versions'] = new Map(
    specs.map((spec) => [spec.symbol, { symbol: spec.symbol, spec, version: 1, status: 'listed' }]),
  );
  const actions = new EffectiveActions();
  const market = new Market({
    calendars: testCatalogue.calendars,
    launchAt: TEST_LAUNCH_AT,
    epochMs: DEFAULT_EPOCH_MS,
    seedOf: testSeedOf,
    maxNotional: () => '1000000',
    replaysOf: () => [],
    instruments: { versions },
    actions,
  });
  market.follow(new Map([['demo', demo]]));
  return { specs, versions, demo, actions, market, contracts: new ContractMarket(market) };
}
