import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { Call, type Asked } from '../edge/http/call.js';
import { LIST, ONE, type List, type One } from './call-shapes.js';
import { StaffLists } from './staff-lists.js';
import { StaffQueues } from './staff-queues.js';
import { Trends } from './trends.js';

const nothing = z.object({});

/** What waits for staff, how the last day went, and what the market is made of. */
@Controller()
export class StaffWatchController {
  constructor(
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(StaffQueues) private readonly queues: StaffQueues,
    @Inject(Trends) private readonly trendsOf: Trends,
  ) {}

  @Call({
    method: 'GET',
    path: 'staff/queues',
    access: 'staff:dashboard',
    summary: 'What waits for the asker’s roles, and since when.',
    input: nothing,
    answer: 'StaffQueueView[]',
    body: 'bare',
  })
  waiting({ session }: Asked<typeof nothing, 'staff:dashboard'>) {
    return this.queues.of(session);
  }

  @Call({
    method: 'GET',
    path: 'staff/trends',
    access: 'staff:dashboard',
    summary: 'Orders, trades and new accounts of the last 24 hours, by the hour.',
    input: nothing,
    answer: 'StaffTrendsView',
    body: 'bare',
    refusals: ['request.unavailable'],
  })
  trends(_: Asked<typeof nothing, 'staff:dashboard'>) {
    return this.trendsOf.view();
  }

  @Call({
    method: 'GET',
    path: 'staff/locks',
    access: 'staff:users',
    summary: 'Logins that too many wrong passwords have locked.',
    answer: 'StaffLockRow[]',
    ...LIST,
  })
  locks({ session, input, header }: List<'staff:users'>) {
    return this.lists.list(session, 'locks', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/timers',
    access: 'staff:events',
    summary: 'Commands that are due later, and those that are late.',
    answer: 'StaffTimerRow[]',
    ...LIST,
  })
  timers({ session, input, header }: List<'staff:events'>) {
    return this.lists.list(session, 'timers', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/instruments',
    access: 'staff:market',
    summary: 'Instruments as they are listed now.',
    answer: 'StaffInstrumentRow[]',
    ...LIST,
  })
  instruments({ session, input, header }: List<'staff:market'>) {
    return this.lists.list(session, 'instruments', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/instruments/:id',
    access: 'staff:market',
    summary: 'One instrument.',
    answer: 'StaffInstrumentRow',
    ...ONE,
  })
  instrument({ session, input }: One<'staff:market'>) {
    return this.lists.one(session, 'instruments', input.id);
  }
}
