import { Controller } from '@nestjs/common';
import {
  drawFromFaucet,
  getChainAddress,
  getChainBlock,
  getChainOverview,
  getChainTransaction,
  getNetworks,
  searchChain,
  staffNetworks,
} from '../../../contracts/chain.calls.js';
import { Ids } from '../../core/ids.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { ChainStatusQuery } from './chain-status.query.js';
import { ExplorerQuery } from './explorer.query.js';
import { Faucet } from './faucet.js';

/** The simulated networks for everybody to look at, and the wallet outside for people to play. */
@Controller()
export class ChainController {
  constructor(
    private readonly explorer: ExplorerQuery,
    private readonly faucet: Faucet,
    private readonly watched: ChainStatusQuery,
    private readonly ids: Ids,
  ) {}

  @Handle(getNetworks)
  getNetworks() {
    return this.explorer.networks();
  }

  @Handle(getChainOverview)
  getChainOverview({ input }: CallContext<typeof getChainOverview>) {
    return this.explorer.overview(input.network, input.before, input.limit);
  }

  @Handle(getChainBlock)
  getChainBlock({ input }: CallContext<typeof getChainBlock>) {
    return this.explorer.block(input.network, input.block);
  }

  @Handle(getChainTransaction)
  getChainTransaction({ input }: CallContext<typeof getChainTransaction>) {
    return this.explorer.transaction(input.network, input.hash);
  }

  @Handle(getChainAddress)
  getChainAddress({ input }: CallContext<typeof getChainAddress>) {
    return this.explorer.address(input.network, input.address);
  }

  @Handle(searchChain)
  searchChain({ input }: CallContext<typeof searchChain>) {
    return this.explorer.search(input.query);
  }

  @Handle(drawFromFaucet)
  useFaucet({ input, session, requestToken }: CallContext<typeof drawFromFaucet>) {
    return this.faucet.use(input, session.userId, requestToken?.key ?? this.ids.next('faucet'));
  }

  @Handle(staffNetworks)
  status(_: CallContext<typeof staffNetworks>) {
    return this.watched.status();
  }
}
