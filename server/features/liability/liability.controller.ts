import { Controller, Inject } from '@nestjs/common';
import { getLiabilityEpochsQuery, getLiabilityProofQuery } from '../../../contracts/liability.contract.js';
import { isRefusal } from '../../core/refusal.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { LiabilityQuery } from './liability.query.js';

@Controller()
export class LiabilityController {
  constructor(@Inject(LiabilityQuery) private readonly liabilities: LiabilityQuery) {}

  @Call({
    method: 'GET',
    path: 'web/getLiabilityProof',
    access: 'user',
    summary: 'That the account’s balances are counted in a published root of all that is owed: leaf, path and root.',
    input: getLiabilityProofQuery,
    answer: 'LiabilityProofView',
    refusals: ['liability.none-yet', 'liability.no-leaf', 'liability.not-kept'],
  })
  async getLiabilityProof({ session, input }: Asked<typeof getLiabilityProofQuery>) {
    const answer = await this.liabilities.proof(session.realm, session.ownerId, input.epoch);
    return isRefusal(answer) ? answer : silently(answer);
  }

  @Call({
    method: 'GET',
    path: 'web/getLiabilityEpochs',
    access: 'public',
    summary:
      'The published roots of all that is owed, newest first, with sums by asset and where they stand in the history.',
    input: getLiabilityEpochsQuery,
    answer: 'LiabilityEpochsView',
  })
  async getLiabilityEpochs({ input }: Asked<typeof getLiabilityEpochsQuery, 'public'>) {
    const answer = await this.liabilities.epochs(input);
    return isRefusal(answer) ? answer : silently(answer);
  }
}
