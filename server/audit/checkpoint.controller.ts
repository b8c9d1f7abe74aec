import { Controller } from '@nestjs/common';
import { getCheckpoints } from '../../contracts/audit.calls.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { CheckpointQuery } from './checkpoint.query.js';

@Controller()
export class CheckpointController {
  constructor(private readonly checkpoints: CheckpointQuery) {}

  @Handle(getCheckpoints)
  getCheckpoints({ input }: CallContext<typeof getCheckpoints>) {
    return this.checkpoints.checkpoints(input);
  }
}
