import { Injectable } from '@nestjs/common';
import type { WithdrawalPayeeView } from '../../../contracts/withdrawal.contract.js';
import type { BankAccountDetails } from '../../core/ports/bank.js';
import { SimulatedChain } from '../../core/ports/chain.js';
import { Payees } from '../../core/ports/payees.js';
import type { Sealed } from '../../core/person.js';
import { Vault } from '../../core/ports/vault.js';
import type { SubmitWithdrawal } from './withdrawal.commands.js';

const CONTEXT = 'withdrawal.payee';

/** Who is paid, as it was when the person confirmed it. */
export type WithdrawalPayee = { readonly payeeId: string; readonly label: string } & (
  | { readonly address: string; readonly tag: string | null; readonly details?: undefined }
  | { readonly details: BankAccountDetails }
);

/** Takes an entry of the address book down, as a request keeps it. */
@Injectable()
export class PayeeSealer {
  constructor(
    private readonly payees: Payees,
    private readonly vault: Vault,
    private readonly chain: SimulatedChain,
  ) {}

  /** As a command carries it; `null` where there is no such entry of that kind. */
  async taken(
    userId: string,
    kind: SubmitWithdrawal['data']['kind'],
    payeeId: string,
  ): Promise<SubmitWithdrawal['data']['payee']> {
    if (payeeId === '') return null;
    return kind === 'crypto' ? this.address(userId, payeeId) : this.card(userId, payeeId);
  }

  open(userId: string, sealed: Sealed): Promise<WithdrawalPayee | null> {
    return openPayee(this.vault, userId, sealed);
  }

  view(userId: string, sealed: Sealed): Promise<WithdrawalPayeeView | null> {
    return payeeView(this.vault, userId, sealed);
  }

  private async address(userId: string, payeeId: string): Promise<SubmitWithdrawal['data']['payee']> {
    const { payees, chain } = this;
    const entry = await payees.address(userId, payeeId);
    if (entry === undefined) return null;
    const { currency, network, address, tag, label } = entry;
    const same = JSON.stringify([network, chain.normalAddress(network, address), tag]);
    return this.kept(userId, { payeeId, label, address, tag }, same, entry.addedAt, { currency, network });
  }

  private async card(userId: string, payeeId: string): Promise<SubmitWithdrawal['data']['payee']> {
    const entry = await this.payees.card(userId, payeeId);
    if (entry === undefined) return null;
    const { details, label } = entry;
    return this.kept(
      userId,
      { payeeId, label, details },
      JSON.stringify(['bank', details.account]),
      entry.addedAt,
      null,
    );
  }

  private async kept(
    userId: string,
    payee: WithdrawalPayee,
    same: string,
    since: number,
    chain: { currency: string; network: string } | null,
  ): Promise<SubmitWithdrawal['data']['payee']> {
    const { vault } = this;
    const sealed = await vault.seal(userId, CONTEXT, JSON.stringify(payee));
    return { chain, sealed, fingerprint: vault.fingerprint('payee', same), since };
  }
}

/** `null` once the person is erased. */
async function openPayee(vault: Vault, userId: string, sealed: Sealed): Promise<WithdrawalPayee | null> {
  const text = await vault.open(userId, CONTEXT, sealed);
  return text === null ? null : (JSON.parse(text) as WithdrawalPayee);
}

export async function payeeView(vault: Vault, userId: string, sealed: Sealed): Promise<WithdrawalPayeeView | null> {
  const payee = await openPayee(vault, userId, sealed);
  if (payee === null) return null;
  const { payeeId, label } = payee;
  if (payee.details === undefined)
    return { payeeId, label, account: payee.address, tag: payee.tag, bankName: null, payeeName: null };
  const { account, bankName, payeeName } = payee.details;
  return { payeeId, label, account, tag: null, bankName, payeeName };
}
