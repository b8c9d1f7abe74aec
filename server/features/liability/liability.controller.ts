import { Controller } from '@nestjs/common';
import { getLiabilityEpochs, getLiabilityProof } from '../../../contracts/liability.calls.js';
import { isRefusal } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { LiabilityQuery } from './liability.query.js';

@Controller()
export class LiabilityController {
  constructor(private readonly liabilities: LiabilityQuery) {}

  @Handle(getLiabilityProof)
  async getLiabilityProof({ session, input }: CallContext<typeof getLiabilityProof>) {
    const answer = await this.liabilities.proof(session.realm, session.ownerId, input.epoch);
    return isRefusal(answer) ? answer : silently(answer);
  }

  @Handle(getLiabilityEpochs)
  async getLiabilityEpochs({ input }: CallContext<typeof getLiabilityEpochs>) {
    const answer = await this.liabilities.epochs(input);
    return isRefusal(answer) ? answer : silently(answer);
  }
}
