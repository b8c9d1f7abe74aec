import { everybody, type Feature } from '../../lib/feature.js';
import { key } from '../../lib/keys.js';

export const chainKeys = {
  networks: key('chain', 'networks'),
  overview: key<[network: string, before: number | undefined]>('chain', 'overview'),
  block: key<[network: string, block: string]>('chain', 'block'),
  transaction: key<[network: string, hash: string]>('chain', 'transaction'),
  address: key<[network: string, address: string]>('chain', 'address'),
};

export const chain = {
  name: 'chain',
  screens: {
    explorer: { file: 'ExplorerScreen', routes: everybody('content', '/explorer') },
  },
  keys: chainKeys,
} satisfies Feature;
