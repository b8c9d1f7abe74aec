import { Injectable } from '@nestjs/common';
import type {
  answerLoanPayment,
  payLoanByBank,
  submitLoanPayment,
  withdrawLoanPayment,
} from '../../../contracts/loan.calls.js';
import type { LoanAnswer, LoanPaymentView } from '../../../contracts/loan.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands, type CommandContext, type HouseCommand } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { PrivateImages } from '../../core/ports/private-images.js';
import { Vault } from '../../core/ports/vault.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { Writers } from '../../engine/writer/writers.js';
import { LENDER_BANK, vouchersLeft } from './loan-payment.rules.js';
import { AnswerLoanPayment, BeginLoanPayment, SubmitLoanPayment, WithdrawLoanPayment } from './loan.commands.js';
import { LoanQuery } from './loan.query.js';
import { askedView, loanKind, type OpenLoan } from './loan.state.js';

type Caller = Pick<CallContext<typeof payLoanByBank>, 'session' | 'requestToken'>;
type Submitted = CallContext<typeof submitLoanPayment>['input'];

/** What a borrower does with a repayment by bank. */
@Injectable()
export class LoanPaymentService {
  constructor(
    private readonly commands: Commands,
    private readonly writers: Writers,
    private readonly query: LoanQuery,
    private readonly images: PrivateImages,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  begin(call: CallContext<typeof payLoanByBank>): Promise<LoanAnswer | Refusal> {
    const { loanId, shownTotal } = call.input;
    const data = { ...ownerOf(call), loanId, shownTotal };
    return this.executed(call, loanId, new BeginLoanPayment(this.context(call), data));
  }

  async submit(call: CallContext<typeof submitLoanPayment>): Promise<LoanAnswer | Refusal> {
    const { input } = call;
    const { loanId, payerName: name, payerBank: bank, voucher } = input;
    const owner = ownerOf(call);
    const { userId } = owner;
    const context = this.context(call);
    const paymentId = `${loanId}-${this.ids.next('p').slice('p-'.length)}`;
    const result = await this.commands.prepare(context, async () => {
      const problem = formProblem(input) ?? (await this.voucherProblem(userId, voucher)) ?? null;
      const payer = JSON.stringify({ name, bank });
      const sealedPayer = problem === null ? await this.vault.seal(userId, 'loan.payer', payer) : null;
      const data = { ...owner, loanId, paymentId, sealedPayer, paymentProof: voucher, problem };
      return new SubmitLoanPayment(context, data);
    });
    if (!result.ok) return this.query.overOr(call.session, loanId, result.refusal, 'loan.nothing-owed');
    await this.images.attach(userId, [voucher], loanId);
    return { loanId, position: result.position };
  }

  async answer(call: CallContext<typeof answerLoanPayment>): Promise<LoanAnswer | Refusal> {
    const { loanId, voucher } = call.input;
    const owner = ownerOf(call);
    const context = this.context(call);
    const result = await this.commands.prepare(context, async () => {
      const { open } = await this.writers.read('real', loanKind, owner.ownerId);
      const paymentId = open.get(loanId)?.payment?.voucher?.paymentId ?? null;
      const problem =
        voucher === ''
          ? refuse('loan.voucher-needed', { field: 'voucher' })
          : ((await this.voucherProblem(owner.userId, voucher)) ?? null);
      return new AnswerLoanPayment(context, { ...owner, loanId, paymentId, paymentProof: voucher, problem });
    });
    if (!result.ok) return this.query.overOr(call.session, loanId, result.refusal, 'loan.nothing-owed');
    await this.images.attach(owner.userId, [voucher], loanId);
    return { loanId, position: result.position };
  }

  async withdraw(call: CallContext<typeof withdrawLoanPayment>): Promise<LoanAnswer | Refusal> {
    const { loanId } = call.input;
    const owner = ownerOf(call);
    const { open } = await this.writers.read('real', loanKind, owner.ownerId);
    const paymentId = open.get(loanId)?.payment?.voucher?.paymentId ?? null;
    const data = { ...owner, loanId, paymentId };
    return this.executed(call, loanId, new WithdrawLoanPayment(this.context(call), data));
  }

  private async executed(
    { session }: Caller,
    loanId: string,
    command: HouseCommand<unknown, { readonly loanId: string }>,
  ): Promise<LoanAnswer | Refusal> {
    const result = await this.commands.execute(command);
    if (result.ok) return { loanId, position: result.position };
    return this.query.overOr(session, loanId, result.refusal, 'loan.nothing-owed');
  }

  private async voucherProblem(userId: string, voucher: string): Promise<Refusal | undefined> {
    const problem = await this.images.problem(userId, { [voucher]: 'remittance' });
    return problem && { ...problem, params: { ...problem.params, field: 'voucher' } };
  }

  private context({ session, requestToken }: Caller): CommandContext {
    const { realm, userId } = session;
    return { realm, at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }
}

const ownerOf = ({ session: { userId, ownerId } }: Caller) => ({ userId, ownerId });

/** From top to bottom. */
function formProblem({ payerName, payerBank, voucher }: Submitted): Refusal | undefined {
  if (payerName === '') return refuse('loan.payer-name-needed', { field: 'payerName' });
  if (payerBank === '') return refuse('loan.payer-bank-needed', { field: 'payerBank' });
  return voucher === '' ? refuse('loan.voucher-needed', { field: 'voucher' }) : undefined;
}

/** A repayment by bank as its borrower sees it. */
export function paymentView(loan: OpenLoan | undefined): LoanPaymentView | null {
  if (loan?.payment == null) return null;
  const { reference, toAccount, currency, payAmount, owed, validUntil, voucher, rejectedFor } = loan.payment;
  return {
    reference,
    account: { ...LENDER_BANK, accountNumber: toAccount },
    currency,
    payAmount,
    owed,
    validUntil,
    sentAt: voucher?.sentAt ?? null,
    voucher: voucher?.paymentProof ?? null,
    asked: askedView(voucher?.asked ?? null),
    rejectedFor: [...rejectedFor],
    vouchersLeft: vouchersLeft(loan),
  };
}
