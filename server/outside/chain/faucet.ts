import { Injectable } from '@nestjs/common';
import { bytesToHex } from '@noble/hashes/utils.js';
import { Pool } from 'pg';
import type { z } from 'zod';
import { PriceSource } from '../../core/ports/price-source.js';
import type { FaucetAnswer, useFaucetBody } from '../../../contracts/chain.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { addressRefusal, tagRefusal } from '../../core/ports/chain.js';
import { Clock } from '../../core/clock.js';
import { amount, decimalsOf, format, over, roundTo, type Amount } from '../../../shared/money.js';
import type { PersonalHolding } from '../../core/ports/personal-holdings.js';
import { decidedBy, type PolicyVersion } from '../../core/policy.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { digest } from './addresses.rules.js';
import { Chain } from './chain.js';
import type { Queries } from './chain-table.js';
import { ExplorerQuery } from './explorer.query.js';

type FaucetRequest = z.output<typeof useFaucetBody>;

const DAY_MS = 86_400_000;

/** Simulates the outside wallet: its coins have no owner, and it sends to any address. */
@Injectable()
export class Faucet {
  /** Only a person's number of uses today is stored; the receiver is on the chain and not linked to the person. */
  readonly holding: PersonalHolding = {
    name: 'faucet',
    tables: ['chain_faucet_uses'],
    shred: async (userId) => void (await this.pool.query('DELETE FROM chain_faucet_uses WHERE user_id = $1', [userId])),
    export: async (userId) =>
      (await this.pool.query('SELECT day, uses FROM chain_faucet_uses WHERE user_id = $1', [userId])).rows,
  };

  constructor(
    private readonly pool: Pool,
    private readonly chain: Chain,
    private readonly explorer: ExplorerQuery,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
    private readonly prices: PriceSource,
  ) {}

  /** The same `key` again sends nothing and counts nothing. */
  async use(request: FaucetRequest, userId: string, key: string): Promise<FaucetAnswer | Refusal> {
    const { chain, explorer } = this;
    const refusal = this.formRefusal(request);
    if (refusal !== undefined) return refusal;
    const sent = await chain.submit({
      // Hashed, so that the networks' tables do not identify the person.
      key: `faucet:${bytesToHex(digest(userId, key))}`,
      networkId: request.network,
      asset: request.asset,
      from: chain.network(request.network)?.outsideWallet ?? '',
      to: request.address,
      tag: request.tag === '' ? null : request.tag,
      amount: amount(request.amount),
      doubleSpend: request.experiment === 'double-spend' ? 'at-once' : null,
      unless: (queries) => this.count(queries, userId),
    });
    if (isRefusal(sent)) return sent;
    const transaction = await explorer.transaction(sent.network, sent.hash);
    if (isRefusal(transaction)) return transaction;
    const { inclusions: _blocks, ...view } = transaction;
    return { transaction: view, leftToday: await this.leftToday(userId) };
  }

  private formRefusal({
    network: id,
    asset,
    address,
    tag,
    amount: wanted,
    experiment,
  }: FaucetRequest): Refusal | undefined {
    const { chain } = this;
    const network = chain.network(id);
    const wrongAddress = addressRefusal(chain, id, address);
    if (network === undefined) return wrongAddress;
    const decimals = network.byAsset.get(asset)?.decimals;
    if (decimals === undefined) return refuse('chain.asset-not-on-network', { network: id, asset, field: 'asset' });
    const wrong = wrongAddress ?? tagRefusal(network, tag);
    if (wrong !== undefined) return wrong;
    const sent = amount(wanted);
    if (sent <= 0n || decimalsOf(sent) > decimals)
      return refuse('chain.amount-invalid', { network: id, asset, decimals, field: 'amount' });
    if (experiment !== 'none' && !this.policy().values.faucetExperiments)
      return refuse('chain.faucet-experiment-off', decidedBy(this.policy()));
    const max = this.mostOf(asset, decimals);
    if (max !== undefined && sent > max)
      return refuse('chain.faucet-amount-large', {
        max: format(max),
        asset,
        field: 'amount',
        ...decidedBy(this.policy()),
      });
    return undefined;
  }

  /** In coins as many as the policy allows in USDT; what nothing prices has no limit, because the coins are play. */
  private mostOf(asset: string, decimals: number): Amount | undefined {
    const price = this.prices.priceUsdt(asset);
    if (price === null || price <= 0n) return undefined;
    return roundTo(over(amount(this.policy().values.faucetMaxUsdt), price, 'down'), Math.min(decimals, 8), 'down');
  }

  private async count(queries: Queries, userId: string): Promise<Refusal | undefined> {
    const { faucetPerDay: perDay } = this.policy().values;
    const day = this.today();
    await queries.query('DELETE FROM chain_faucet_uses WHERE user_id = $1 AND day < $2', [userId, day]);
    const { rowCount } = await queries.query(
      `INSERT INTO chain_faucet_uses AS u (user_id, day, uses) SELECT $1, $2, 1 WHERE $3 > 0
         ON CONFLICT (user_id, day) DO UPDATE SET uses = u.uses + 1 WHERE u.uses < $3`,
      [userId, day, perDay],
    );
    return rowCount === 1 ? undefined : refuse('chain.faucet-used-up', { perDay, ...decidedBy(this.policy()) });
  }

  private async leftToday(userId: string): Promise<number> {
    const { rows } = await this.pool.query<{ uses: number }>(
      'SELECT uses FROM chain_faucet_uses WHERE user_id = $1 AND day = $2',
      [userId, this.today()],
    );
    return Math.max(0, this.policy().values.faucetPerDay - (rows[0]?.uses ?? 0));
  }

  private today(): number {
    return Math.floor(this.clock.now() / DAY_MS);
  }

  private policy(): PolicyVersion<KnownPolicies['chain.rules']> {
    return this.policies.inForce('chain.rules');
  }
}
