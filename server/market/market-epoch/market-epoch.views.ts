import type { EpochView } from '../../../contracts/market.contract.js';
import type { Entropy } from './beacon.rules.js';

export type BeaconFacts = Pick<EpochView, 'source' | 'drandChain' | 'drandRound' | 'withoutDrand'>;

/** Where a beacon is from, as calls and lists show it. */
export function beaconFacts(entropy: Entropy): BeaconFacts {
  if (entropy.source !== 'drand')
    return { source: entropy.source, drandChain: null, drandRound: null, withoutDrand: entropy.withoutDrand };
  const { chain, round } = entropy.drand;
  return { source: 'drand', drandChain: chain.hash, drandRound: round, withoutDrand: null };
}
