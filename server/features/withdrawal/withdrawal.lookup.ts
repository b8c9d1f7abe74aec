import type { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { TurnoverMode, WithdrawalKind } from '../../../contracts/withdrawal.contract.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { SimulatedChain } from '../../core/ports/chain.js';
import type { Clock } from '../../core/clock.js';
import type { Ids } from '../../core/ids.js';
import { amount, format, type Amount } from '../../../shared/money.js';
import type { Payees } from '../../core/ports/payees.js';
import type { Vault } from '../../core/ports/vault.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { WithdrawalHold } from '../../core/ports/withdrawal-hold.js';
import type { AskingDevice } from '../../edge/http/call.js';
import { spotAvailable } from '../../engine/ledger/spot-available.js';
import type { Writers } from '../../engine/writer/writers.js';
import type { PriceSource } from '../../core/ports/price-source.js';
import type { TurnoverQuery } from './turnover.query.js';
import type { SubmitWithdrawal } from './withdrawal.commands.js';
import type { PayeeKeeper } from './withdrawal.payee.js';
import { standingOf, standingScope } from './withdrawal-standing.rules.js';
import { BANK_DECIMALS, openChains, type WithdrawalStanding } from './withdrawal.rules.js';

export interface LookupParts {
  readonly pool: Pool;
  readonly writers: Writers;
  readonly policies: PolicySource<KnownPolicies>;
  readonly prices: PriceSource;
  readonly chain: SimulatedChain;
  readonly payees: Payees;
  readonly gate: AccountGate;
  readonly hold: WithdrawalHold;
  readonly keeper: PayeeKeeper;
  readonly turnover: TurnoverQuery;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The form, as it was sent. */
export interface WithdrawalForm {
  readonly kind: WithdrawalKind;
  readonly payeeId: string;
  readonly currency: string;
  readonly network: string;
  readonly amount: string;
}

export interface Asker {
  readonly userId: string;
  readonly ownerId: string;
}

/** Finds everything that a request is decided by: for the command, which decides it, and for those who ask beforehand. */
export class WithdrawalLookup {
  constructor(private readonly parts: LookupParts) {}

  async wish(
    { userId, ownerId }: Asker,
    form: WithdrawalForm,
    device: AskingDevice,
  ): Promise<SubmitWithdrawal['data'] | Refusal> {
    const { policies, prices, vault, ids } = this.parts;
    const policy = policies.inForce('withdrawal.rules');
    const decimals = this.decimals(form);
    // What is not paid out at all is refused as that, and its price is nobody's concern.
    const paidOut = openChains(policy.values.chains).has(form.currency);
    const price = paidOut ? prices.priceUsdt(form.currency) : null;
    // Nothing prices it now: its limits could not be said.
    if (paidOut && price === null) return refuse('request.unavailable');
    const [payee, turnover] = await Promise.all([
      this.parts.keeper.taken(userId, form.kind, form.payeeId),
      this.parts.turnover.of(ownerId, policy.values.turnover as TurnoverMode),
    ]);
    if (isRefusal(turnover)) return turnover;
    return {
      ...{ withdrawalId: ids.next('w'), userId, ownerId, kind: form.kind, payeeId: form.payeeId },
      ...{ currency: form.currency, amount: form.amount, policy, payee, turnover },
      // A chain that nobody knows is open nowhere, whatever the policy says.
      network: decimals === undefined ? '' : form.network,
      paused: policies.inForce('withdrawal.pause').values.paused,
      decimals: decimals ?? BANK_DECIMALS,
      priceUsdt: format(price ?? amount('1')),
      deviceFingerprint: device.mark === undefined ? null : vault.fingerprint('device', `withdrawal/${device.mark}`),
      problem: null,
    };
  }

  /** How things stand now, for those who ask before they send; the command looks again. */
  standing({ userId, ownerId }: Asker, { payeeId, currency }: WithdrawalForm): Promise<WithdrawalStanding> {
    const { writers, clock } = this.parts;
    const standing = { userId, ownerId, payeeId, currency };
    return writers.look('real', standingScope(this.parts, standing), (view) =>
      standingOf(view, this.parts, standing, clock.now()),
    );
  }

  available(ownerId: string, asset: string): Promise<Amount> {
    return spotAvailable(this.parts.pool, { realm: 'real', ownerId, asset });
  }

  /** Of a currency on a network, or at the bank; `undefined` where the network does not move it. */
  decimals({ kind, currency, network }: Pick<WithdrawalForm, 'kind' | 'currency' | 'network'>): number | undefined {
    if (kind === 'bank') return BANK_DECIMALS;
    return this.parts.chain.network(network)?.assets.find(([asset]) => asset === currency)?.[1];
  }
}
