import { Controller } from '@nestjs/common';
import {
  answerLoan,
  answerLoanPayment,
  applyLoan,
  exportLoanContract,
  lendBack,
  lendImage,
  lendList,
  lendMy,
  lendMylist,
  payLoanByBank,
  repayLoan,
  submitLoanPayment,
  withdrawLoan,
  withdrawLoanPayment,
} from '../../../contracts/loan.calls.js';
import { isRefusal } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { Download } from '../../edge/http/reply.js';
import { LoanContracts } from './loan-contract.js';
import { LoanImages } from './loan-images.js';
import { LoanPaymentService } from './loan-payment.service.js';
import { LoanQuery } from './loan.query.js';
import { LoanService } from './loan.service.js';

/** A browser that is sent to the address itself gets a file to keep and nothing to run. */
const HARMLESS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

@Controller()
export class LoanController {
  constructor(
    private readonly service: LoanService,
    private readonly query: LoanQuery,
    private readonly images: LoanImages,
    private readonly contracts: LoanContracts,
    private readonly payments: LoanPaymentService,
  ) {}

  @Handle(lendMy)
  lendMy(context: CallContext<typeof lendMy>) {
    return this.service.my(context);
  }

  @Handle(lendList)
  lendList(context: CallContext<typeof lendList>) {
    return this.service.products(context);
  }

  @Handle(lendMylist)
  lendMylist({ session, input }: CallContext<typeof lendMylist>) {
    return this.query.page(session, input);
  }

  @Handle(lendBack)
  lendBack(context: CallContext<typeof lendBack>) {
    return this.service.back(context);
  }

  @Handle(lendImage)
  async lendImage({ session, input }: CallContext<typeof lendImage>) {
    const jpeg = await this.images.read(session, input);
    return isRefusal(jpeg) ? jpeg : new Download(`${input.imageId}.jpg`, 'image/jpeg', [jpeg], HARMLESS);
  }

  @Handle(exportLoanContract)
  exportLoanContract(context: CallContext<typeof exportLoanContract>) {
    return this.contracts.file(context);
  }

  @Handle(applyLoan)
  applyLoan(context: CallContext<typeof applyLoan>) {
    return this.service.apply(context);
  }

  @Handle(withdrawLoan)
  withdrawLoan(context: CallContext<typeof withdrawLoan>) {
    return this.service.withdraw(context);
  }

  @Handle(answerLoan)
  answerLoan(context: CallContext<typeof answerLoan>) {
    return this.service.answer(context);
  }

  @Handle(repayLoan)
  repayLoan(context: CallContext<typeof repayLoan>) {
    return this.service.repay(context);
  }

  @Handle(payLoanByBank)
  payLoanByBank(context: CallContext<typeof payLoanByBank>) {
    return this.payments.begin(context);
  }

  @Handle(submitLoanPayment)
  submitLoanPayment(context: CallContext<typeof submitLoanPayment>) {
    return this.payments.submit(context);
  }

  @Handle(answerLoanPayment)
  answerLoanPayment(context: CallContext<typeof answerLoanPayment>) {
    return this.payments.answer(context);
  }

  @Handle(withdrawLoanPayment)
  withdrawLoanPayment(context: CallContext<typeof withdrawLoanPayment>) {
    return this.payments.withdraw(context);
  }
}
