import { Controller } from '@nestjs/common';
import { getRisk, submitQuestionnaire } from '../../../contracts/risk.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { RiskQuery } from './risk.query.js';
import { RiskService } from './risk.service.js';

@Controller()
export class RiskController {
  constructor(
    private readonly risk: RiskService,
    private readonly query: RiskQuery,
  ) {}

  @Handle(getRisk)
  async getRisk({ session }: CallContext<typeof getRisk>) {
    return silently(await this.query.view(session.userId));
  }

  @Handle(submitQuestionnaire)
  submitQuestionnaire(context: CallContext<typeof submitQuestionnaire>) {
    return this.risk.submit(context);
  }
}
