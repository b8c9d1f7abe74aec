import { Inject, Injectable } from '@nestjs/common';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { ContractActions, type ContractAction, type ContractOwner } from '../../core/ports/contract-actions.js';
import { userOf } from '../../engine/ledger/chart.js';
import { PassDividend, SplitContractOrders, SplitPositions } from './contract-action.commands.js';
import { SettleDelistedContract } from './delivery/contract-end.commands.js';
import { ContractOwners } from './contract-owners.js';
import { ContractsInUse } from './contracts-in-use.js';

const ACTOR = 'system:corporate-actions';

/** Carries corporate actions of a share out on every contract on it. Its market is shut, or over, until all have their part. */
@Injectable()
export class ContractCorporateActions implements ContractActions {
  constructor(
    private readonly owners: ContractOwners,
    @Inject(ContractsInUse) private readonly inUse: Pick<ContractsInUse, 'on'>,
  ) {}

  async carryOut(realm: TradingRealm, action: ContractAction): Promise<readonly ContractOwner[]> {
    const changed: ContractOwner[] = [];
    for (const symbol of await this.inUse.on(realm, action.symbol))
      changed.push(...(await this.carryOutOn(realm, symbol, action)));
    return changed;
  }

  private async carryOutOn(realm: TradingRealm, symbol: string, action: ContractAction): Promise<ContractOwner[]> {
    const { actionId } = action;
    if (action.kind === 'split') return this.split(realm, symbol, action);
    const reason = action.kind === 'delisting' ? 'delisted' : 'corporate-action';
    const cancelled = await this.owners.cancelOrders(realm, symbol, reason, ACTOR);
    await this.owners.eachPosition(realm, symbol, ACTOR, (context, data) =>
      action.kind === 'delisting'
        ? new SettleDelistedContract(context, { ...data, price: action.price })
        : new PassDividend(context, { ...data, actionId, perShare: action.perShare }),
    );
    return cancelled.map((ownerId) => ({ ownerId, userId: userOf(ownerId), adjusted: 0, cancelled: 1 }));
  }

  private async split(
    realm: TradingRealm,
    symbol: string,
    { actionId, newShares, oldShares, price, version }: Extract<ContractAction, { kind: 'split' }>,
  ): Promise<ContractOwner[]> {
    const ratio = { actionId, newShares, oldShares };
    // A repeat gets the first answer, so after a crash everybody is still told.
    const requestToken = { key: `split:${actionId}:${realm}:${symbol}` };
    const context = { ...this.owners.context(realm, ACTOR), requestToken };
    const { owners } = await this.owners.send(new SplitContractOrders(context, { symbol, ...ratio, version }));
    await this.owners.eachPosition(
      realm,
      symbol,
      ACTOR,
      (each, data) => new SplitPositions(each, { ...data, ...ratio, price }),
    );
    return owners.map((owner) => ({ ...owner, userId: userOf(owner.ownerId) }));
  }
}
