import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import {
  getChainAddressQuery,
  getChainBlockQuery,
  getChainOverviewQuery,
  getChainTransactionQuery,
  getNetworksQuery,
  searchChainQuery,
  useFaucetBody,
} from '../../../contracts/chain.contract.js';
import type { Ids } from '../../core/ids.js';
import { IDS } from '../../core/tokens.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { ChainStatusQuery } from './chain-status.query.js';
import { ExplorerQuery } from './explorer.query.js';
import { Faucet } from './faucet.js';

const nothing = z.object({});

/** The simulated networks for everybody to look at, and the wallet outside for people to play. */
@Controller()
export class ChainController {
  constructor(
    @Inject(ExplorerQuery) private readonly explorer: ExplorerQuery,
    @Inject(Faucet) private readonly faucet: Faucet,
    @Inject(ChainStatusQuery) private readonly watched: ChainStatusQuery,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getNetworks',
    access: 'public',
    summary: 'The simulated networks: assets, fees now, block time, confirmations until a transfer is final.',
    input: getNetworksQuery,
    answer: 'NetworkView[]',
  })
  getNetworks() {
    return this.explorer.networks();
  }

  @Call({
    method: 'GET',
    path: 'web/getChainOverview',
    access: 'public',
    summary: 'The newest blocks and transfers of a simulated network, reorganised blocks among them.',
    input: getChainOverviewQuery,
    answer: 'ChainOverview',
    refusals: ['chain.network-unknown'],
  })
  getChainOverview({ input }: Asked<typeof getChainOverviewQuery, 'public'>) {
    return this.explorer.overview(input.network, input.before, input.limit);
  }

  @Call({
    method: 'GET',
    path: 'web/getChainBlock',
    access: 'public',
    summary: 'A block by height or hash, what is in it, and what stood at its height before a reorganisation.',
    input: getChainBlockQuery,
    answer: 'ChainBlockDetail',
    refusals: ['chain.network-unknown', 'chain.nothing-found'],
  })
  getChainBlock({ input }: Asked<typeof getChainBlockQuery, 'public'>) {
    return this.explorer.block(input.network, input.block);
  }

  @Call({
    method: 'GET',
    path: 'web/getChainTransaction',
    access: 'public',
    summary: 'A transfer by its hash, with every block that it has been in.',
    input: getChainTransactionQuery,
    answer: 'ChainTransactionDetail',
    refusals: ['chain.network-unknown', 'chain.nothing-found'],
  })
  getChainTransaction({ input }: Asked<typeof getChainTransactionQuery, 'public'>) {
    return this.explorer.transaction(input.network, input.hash);
  }

  @Call({
    method: 'GET',
    path: 'web/getChainAddress',
    access: 'public',
    summary: 'What an address holds, and its last 50 transfers. Nobody is told whose it is.',
    input: getChainAddressQuery,
    answer: 'ChainAddressView',
    refusals: ['chain.network-unknown', 'chain.nothing-found'],
  })
  getChainAddress({ input }: Asked<typeof getChainAddressQuery, 'public'>) {
    return this.explorer.address(input.network, input.address);
  }

  @Call({
    method: 'GET',
    path: 'web/searchChain',
    access: 'public',
    summary: 'Looks for a height, a hash or an address on every simulated network.',
    input: searchChainQuery,
    answer: 'ChainHit[]',
  })
  searchChain({ input }: Asked<typeof searchChainQuery, 'public'>) {
    return this.explorer.search(input.query);
  }

  @Call({
    method: 'POST',
    path: 'web/useFaucet',
    access: 'real',
    summary: 'Plays the wallet outside: sends simulated coins to any address of the network.',
    input: useFaucetBody,
    answer: 'FaucetAnswer',
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
  })
  useFaucet({ input, session, keys }: Asked<typeof useFaucetBody, 'real'>) {
    return this.faucet.use(input, session.userId, keys[0] ?? this.ids.next('faucet'));
  }

  @Call({
    method: 'GET',
    path: 'staff/networks',
    access: 'staff:market',
    summary: 'The simulated networks: heights, mempools, last reorganisations, custody and hot wallets.',
    input: nothing,
    answer: 'StaffChainView[]',
    body: 'bare',
  })
  status(_: Asked<typeof nothing, 'staff:market'>) {
    return this.watched.status();
  }
}
