import { Controller } from '@nestjs/common';
import { getCredit, submitCreditProof } from '../../../contracts/credit.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { CreditQuery } from './credit.query.js';
import { CreditService } from './credit.service.js';

@Controller()
export class CreditController {
  constructor(
    private readonly query: CreditQuery,
    private readonly credit: CreditService,
  ) {}

  @Handle(getCredit)
  async getCredit({ lang, session }: CallContext<typeof getCredit>) {
    return silently(await this.query.view(lang, session.userId));
  }

  @Handle(submitCreditProof)
  submitCreditProof(context: CallContext<typeof submitCreditProof>) {
    return this.credit.submit(context);
  }
}
