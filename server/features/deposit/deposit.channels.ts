import { Injectable } from '@nestjs/common';
import type { DepositChannelView, DepositRules } from '../../../contracts/deposit.contract.js';
import { SimulatedChain } from '../../core/ports/chain.js';
import { format } from '../../../shared/money.js';
import type { PolicyVersion } from '../../core/policy.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { PriceSource } from '../../core/ports/price-source.js';
import type { ChannelNow } from './deposit.commands.js';
import { isClosed, isNamedMinimum, minimumOf } from './deposit.rules.js';

/** In which currencies on which networks deposits are taken, and by which rules at this moment. */
@Injectable()
export class DepositChannels {
  constructor(
    readonly chain: SimulatedChain,
    private readonly policies: PolicySource<{ 'deposit.rules': DepositRules }>,
    private readonly prices: PriceSource,
  ) {}

  all(): { channels: DepositChannelView[]; version: number } {
    const channels = this.chain.networks().flatMap(({ id, assets, blockSeconds, usesTag }) =>
      assets.map(([currency, decimals]) => {
        const { minimum, open, confirmationsNeeded } = this.now(id, currency);
        return {
          network: id,
          currency,
          decimals,
          minimum,
          confirmations: confirmationsNeeded,
          blockSeconds,
          usesTag,
          open,
        };
      }),
    );
    return { channels, version: this.policy().version };
  }

  policy(): PolicyVersion<DepositRules> {
    return this.policies.inForce('deposit.rules');
  }

  /** `open` is `false` for what the network does not move as well. The network itself must be known. */
  now(network: string, currency: string): ChannelNow {
    const policy = this.policy();
    const found = this.chain.network(network);
    if (found === undefined) throw new Error(`no such network: ${network}`);
    const decimals = found.assets.find(([asset]) => asset === currency)?.[1];
    const price = isNamedMinimum(policy.values, currency) ? null : this.prices.priceUsdt(currency);
    return {
      policy,
      network,
      currency,
      confirmationsNeeded: found.confirmations,
      open: decimals !== undefined && !isClosed(policy.values, currency, network),
      minimum: format(minimumOf(policy.values, currency, decimals ?? 18, price)),
      priceUsdt: price === null ? null : format(price),
    };
  }

  decimals(network: string, currency: string): number | undefined {
    return this.chain.network(network)?.assets.find(([asset]) => asset === currency)?.[1];
  }
}
