import { Controller, Inject } from '@nestjs/common';
import { getCheckpointsQuery } from '../../contracts/audit.contract.js';
import { Call, type Asked } from '../edge/http/call.js';
import { CheckpointQuery } from './checkpoint.query.js';

@Controller()
export class CheckpointController {
  constructor(@Inject(CheckpointQuery) private readonly checkpoints: CheckpointQuery) {}

  @Call({
    method: 'GET',
    path: 'web/getCheckpoints',
    access: 'public',
    summary: 'Signed checkpoints of the histories, newest first, and the public keys: keep some, and check the house.',
    input: getCheckpointsQuery,
    answer: 'CheckpointsView',
  })
  getCheckpoints({ input }: Asked<typeof getCheckpointsQuery, 'public'>) {
    return this.checkpoints.checkpoints(input);
  }
}
