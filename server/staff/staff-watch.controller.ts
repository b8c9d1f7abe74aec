import { Controller } from '@nestjs/common';
import { staffQueues, staffTrends } from '../../contracts/staff-lists.calls.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { StaffQueues } from './staff-queues.js';
import { Trends } from './trends.js';

/** What waits for staff, how the last day went, and what the market is made of. */
@Controller()
export class StaffWatchController {
  constructor(
    private readonly queues: StaffQueues,
    private readonly trendsOf: Trends,
  ) {}

  @Handle(staffQueues)
  waiting({ session }: CallContext<typeof staffQueues>) {
    return this.queues.of(session);
  }

  @Handle(staffTrends)
  trends(_: CallContext<typeof staffTrends>) {
    return this.trendsOf.view();
  }
}
