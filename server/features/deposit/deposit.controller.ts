import { Controller } from '@nestjs/common';
import {
  exportDeposits,
  getDeposit,
  getDepositAddress,
  getDepositChannels,
  getDeposits,
  submitDeposit,
} from '../../../contracts/deposit.calls.js';
import { refuse } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { Files } from '../../edge/work/files.js';
import { DEPOSITS_FILE } from './deposit-file.js';
import { DepositChannels } from './deposit.channels.js';
import { DepositQuery } from './deposit.query.js';
import { DepositService } from './deposit.service.js';

@Controller()
export class DepositController {
  constructor(
    private readonly channels: DepositChannels,
    private readonly deposits: DepositService,
    private readonly query: DepositQuery,
    private readonly files: Files,
  ) {}

  @Handle(getDepositChannels)
  getDepositChannels(_: CallContext<typeof getDepositChannels>) {
    return silently(this.channels.all());
  }

  @Handle(getDepositAddress)
  getDepositAddress(context: CallContext<typeof getDepositAddress>) {
    return this.deposits.address(context);
  }

  @Handle(submitDeposit)
  submitDeposit(context: CallContext<typeof submitDeposit>) {
    return this.deposits.submit(context);
  }

  @Handle(getDeposits)
  getDeposits({ session, input }: CallContext<typeof getDeposits>) {
    return this.query.page(session.userId, input);
  }

  @Handle(getDeposit)
  getDeposit({ lang, session, input }: CallContext<typeof getDeposit>) {
    return this.query.detail(lang, session.userId, input.depositId);
  }

  @Handle(exportDeposits)
  async exportDeposits({ session, input }: CallContext<typeof exportDeposits>) {
    if (!(await this.query.ready())) return refuse('request.unavailable');
    return this.files.csv('deposits', DEPOSITS_FILE, { userId: session.userId, filters: input });
  }
}
