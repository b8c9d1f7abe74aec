import { Controller } from '@nestjs/common';
import {
  cancelWithdrawal,
  exportWithdrawals,
  getWithdrawal,
  getWithdrawalRules,
  getWithdrawals,
  previewWithdrawal,
  submitWithdrawal,
} from '../../../contracts/withdrawal.calls.js';
import { refuse } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { Files } from '../../edge/work/files.js';
import { WITHDRAWALS_FILE } from './withdrawal-file.js';
import { WithdrawalQuery } from './withdrawal.query.js';
import { WithdrawalService } from './withdrawal.service.js';

@Controller()
export class WithdrawalController {
  constructor(
    private readonly withdrawals: WithdrawalService,
    private readonly query: WithdrawalQuery,
    private readonly files: Files,
  ) {}

  @Handle(getWithdrawalRules)
  rules({ session }: CallContext<typeof getWithdrawalRules>) {
    return this.withdrawals.rules(session);
  }

  @Handle(previewWithdrawal)
  preview(context: CallContext<typeof previewWithdrawal>) {
    return this.withdrawals.preview(context);
  }

  @Handle(submitWithdrawal)
  submit(context: CallContext<typeof submitWithdrawal>) {
    return this.withdrawals.submit(context);
  }

  @Handle(cancelWithdrawal)
  cancel(context: CallContext<typeof cancelWithdrawal>) {
    return this.withdrawals.cancel(context);
  }

  @Handle(getWithdrawal)
  one({ session, input, lang }: CallContext<typeof getWithdrawal>) {
    return this.query.one(lang, session.userId, input.withdrawalId);
  }

  @Handle(getWithdrawals)
  list({ session, input, lang }: CallContext<typeof getWithdrawals>) {
    return this.query.list(lang, session.userId, input);
  }

  @Handle(exportWithdrawals)
  async export({ session, input }: CallContext<typeof exportWithdrawals>) {
    if (!(await this.query.isUpToDate())) return refuse('request.unavailable');
    return this.files.csv('withdrawals', WITHDRAWALS_FILE, { userId: session.userId, filters: input });
  }
}
