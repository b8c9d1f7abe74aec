import { Controller, Inject } from '@nestjs/common';
import {
  staffInstrument,
  staffInstruments,
  staffLocks,
  staffQueues,
  staffTimers,
  staffTrends,
} from '../../contracts/staff-desk.calls.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { StaffLists } from './staff-lists.js';
import { StaffQueues } from './staff-queues.js';
import { Trends } from './trends.js';

/** What waits for staff, how the last day went, and what the market is made of. */
@Controller()
export class StaffWatchController {
  constructor(
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(StaffQueues) private readonly queues: StaffQueues,
    @Inject(Trends) private readonly trendsOf: Trends,
  ) {}

  @Handle(staffQueues)
  waiting({ session }: CallContext<typeof staffQueues>) {
    return this.queues.of(session);
  }

  @Handle(staffTrends)
  trends(_: CallContext<typeof staffTrends>) {
    return this.trendsOf.view();
  }

  @Handle(staffLocks)
  locks({ session, input, header }: CallContext<typeof staffLocks>) {
    return this.lists.list(session, 'locks', input, header);
  }

  @Handle(staffTimers)
  timers({ session, input, header }: CallContext<typeof staffTimers>) {
    return this.lists.list(session, 'timers', input, header);
  }

  @Handle(staffInstruments)
  instruments({ session, input, header }: CallContext<typeof staffInstruments>) {
    return this.lists.list(session, 'instruments', input, header);
  }

  @Handle(staffInstrument)
  instrument({ session, input }: CallContext<typeof staffInstrument>) {
    return this.lists.one(session, 'instruments', input.id);
  }
}
