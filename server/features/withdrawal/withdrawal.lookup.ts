import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { TurnoverMode, WithdrawalKind } from '../../../contracts/withdrawal.contract.js';
import { AccountGate } from '../../core/ports/account-gate.js';
import { SimulatedChain } from '../../core/ports/chain.js';
import { Clock } from '../../core/clock.js';
import { Ids } from '../../core/ids.js';
import { amount, format, type Amount } from '../../../shared/money.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { Payees } from '../../core/ports/payees.js';
import { Vault } from '../../core/ports/vault.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { WithdrawalHold } from '../../core/ports/withdrawal-hold.js';
import type { CallerDevice } from '../../edge/http/call.js';
import { spotAvailable } from '../../engine/ledger/spot-available.js';
import { Writers } from '../../engine/writer/writers.js';
import { PriceSource } from '../../core/ports/price-source.js';
import { TurnoverQuery } from './turnover.query.js';
import type { SubmitWithdrawal } from './withdrawal.commands.js';
import { PayeeSealer } from './withdrawal.payee.js';
import { eligibilityOf, eligibilityScope } from './withdrawal-eligibility.rules.js';
import { BANK_DECIMALS, openChains, type WithdrawalEligibility } from './withdrawal.rules.js';

/** The form, as it was sent. */
interface WithdrawalForm {
  readonly kind: WithdrawalKind;
  readonly payeeId: string;
  readonly currency: string;
  readonly network: string;
  readonly amount: string;
}

export interface WithdrawalOwner {
  readonly userId: string;
  readonly ownerId: string;
}

/** Loads every input of a decision: for the command, and for its preview. */
@Injectable()
export class WithdrawalLookup {
  constructor(
    private readonly pool: Pool,
    private readonly writers: Writers,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly prices: PriceSource,
    private readonly chain: SimulatedChain,
    private readonly payees: Payees,
    private readonly gate: AccountGate,
    private readonly hold: WithdrawalHold,
    private readonly debts: OpenDebts,
    private readonly sealer: PayeeSealer,
    private readonly turnover: TurnoverQuery,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async request(
    { userId, ownerId }: WithdrawalOwner,
    form: WithdrawalForm,
    device: CallerDevice,
  ): Promise<SubmitWithdrawal['data'] | Refusal> {
    const { policies, prices, vault, ids } = this;
    const policy = policies.inForce('withdrawal.rules');
    const decimals = this.decimals(form);
    // An asset without payouts is refused as such and needs no price.
    const paidOut = openChains(policy.values.chains).has(form.currency);
    const price = paidOut ? prices.priceUsdt(form.currency) : null;
    // Without a price its limits are unknown.
    if (paidOut && price === null) return refuse('request.unavailable');
    const [payee, turnover] = await Promise.all([
      this.sealer.taken(userId, form.kind, form.payeeId),
      this.turnover.of(ownerId, policy.values.turnover as TurnoverMode),
    ]);
    if (isRefusal(turnover)) return turnover;
    return {
      withdrawalId: ids.next('w'),
      userId,
      ownerId,
      kind: form.kind,
      payeeId: form.payeeId,
      currency: form.currency,
      amount: form.amount,
      policy,
      payee,
      turnover,
      // An unknown chain is always closed, under any policy.
      network: decimals === undefined ? '' : form.network,
      paused: policies.inForce('withdrawal.pause').values.paused,
      decimals: decimals ?? BANK_DECIMALS,
      priceUsdt: format(price ?? amount('1')),
      deviceFingerprint: device.mark === undefined ? null : vault.fingerprint('device', `withdrawal/${device.mark}`),
      problem: null,
    };
  }

  /** The current inputs, for previews; the command loads them again. */
  eligibility(
    { userId, ownerId }: WithdrawalOwner,
    { payeeId, currency }: WithdrawalForm,
  ): Promise<WithdrawalEligibility> {
    const { writers, gate, payees, hold, debts, clock } = this;
    const [request, eligibility] = [
      { gate, payees, hold, debts },
      { userId, ownerId, payeeId, currency },
    ];
    return writers.look('real', eligibilityScope(request, eligibility), (view) =>
      eligibilityOf(view, request, eligibility, clock.now()),
    );
  }

  available(ownerId: string, asset: string): Promise<Amount> {
    return spotAvailable(this.pool, { realm: 'real', ownerId, asset });
  }

  /** Of a currency on a network, or at the bank; `undefined` where the network does not move it. */
  decimals({ kind, currency, network }: Pick<WithdrawalForm, 'kind' | 'currency' | 'network'>): number | undefined {
    if (kind === 'bank') return BANK_DECIMALS;
    return this.chain.network(network)?.assets.find(([asset]) => asset === currency)?.[1];
  }
}
