import { z } from 'zod';
import { defineCall } from './call.contract.js';
import {
  chainAddressView,
  chainBlockDetail,
  chainHit,
  chainOverview,
  chainTransactionDetail,
  faucetAnswer,
  getChainAddressQuery,
  getChainBlockQuery,
  getChainOverviewQuery,
  getChainTransactionQuery,
  getNetworksQuery,
  networkView,
  searchChainQuery,
  staffChainView,
  useFaucetBody,
} from './chain.contract.js';
import { nothing } from './staff.contract.js';

export const getNetworks = defineCall({
  method: 'GET',
  path: 'web/getNetworks',
  access: 'public',
  summary: 'The simulated networks: assets, fees now, block time, confirmations until a transfer is final.',
  input: getNetworksQuery,
  output: z.array(networkView),
});

export const getChainOverview = defineCall({
  method: 'GET',
  path: 'web/getChainOverview',
  access: 'public',
  summary: 'The newest blocks and transfers of a simulated network, reorganised blocks among them.',
  input: getChainOverviewQuery,
  output: chainOverview,
  refusals: ['chain.network-unknown'],
});

export const getChainBlock = defineCall({
  method: 'GET',
  path: 'web/getChainBlock',
  access: 'public',
  summary: 'A block by height or hash, what is in it, and what stood at its height before a reorganisation.',
  input: getChainBlockQuery,
  output: chainBlockDetail,
  refusals: ['chain.network-unknown', 'chain.nothing-found'],
});

export const getChainTransaction = defineCall({
  method: 'GET',
  path: 'web/getChainTransaction',
  access: 'public',
  summary: 'A transfer by its hash, with every block that it has been in.',
  input: getChainTransactionQuery,
  output: chainTransactionDetail,
  refusals: ['chain.network-unknown', 'chain.nothing-found'],
});

export const getChainAddress = defineCall({
  method: 'GET',
  path: 'web/getChainAddress',
  access: 'public',
  summary: 'The balance of an address, and its last 50 transfers. Its owner stays secret.',
  input: getChainAddressQuery,
  output: chainAddressView,
  refusals: ['chain.network-unknown', 'chain.nothing-found'],
});

export const searchChain = defineCall({
  method: 'GET',
  path: 'web/searchChain',
  access: 'public',
  summary: 'Looks for a height, a hash or an address on every simulated network.',
  input: searchChainQuery,
  output: z.array(chainHit),
});

export const drawFromFaucet = defineCall({
  method: 'POST',
  path: 'web/useFaucet',
  access: 'real',
  summary: 'Plays the wallet outside: sends simulated coins to any address of the network.',
  input: useFaucetBody,
  output: faucetAnswer,
  refusals: [
    'chain.network-unknown',
    'chain.asset-not-on-network',
    'chain.address-format',
    'chain.address-checksum',
    'chain.address-network',
    'chain.tag-invalid',
    'chain.amount-invalid',
    'chain.faucet-amount-large',
    'chain.faucet-used-up',
    'chain.faucet-experiment-off',
  ],
});

export const staffNetworks = defineCall({
  method: 'GET',
  path: 'staff/networks',
  access: 'staff:market',
  summary: 'The simulated networks: heights, mempools, last reorganisations, custody and hot wallets.',
  input: nothing,
  output: z.array(staffChainView),
  bare: true,
});
