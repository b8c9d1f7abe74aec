import { Controller, Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import { REALMS } from '../../contracts/account.contract.js';
import type { EventTypeView } from '../../contracts/staff-history.contract.js';
import type { StaffUserRow } from '../../contracts/staff.contract.js';
import { isRefusal } from '../core/refusal.js';
import { PG_POOL } from '../core/tokens.js';
import { Call, type Asked } from '../edge/http/call.js';
import { LIST, ONE, type List, type One } from './call-shapes.js';
import { ChainWatch } from './chain-watch.js';
import { Dashboard } from './dashboard.js';
import { Replays } from './past/replays.js';
import { stateFor } from '../edge/auth/masking.js';
import { StaffLists } from './staff-lists.js';
import { StaffService } from './staff.service.js';

/** Of the points that a session may spend in a second: a replay takes a thread for a while. */
const REPLAY_COST = 10;

const nothing = z.object({});
const instant = z.coerce.number().int().min(0);
const streamById = z.object({
  id: z.string().min(1).max(300),
  version: z.coerce.number().int().min(0).optional(),
  /** The version that it had at this instant. */
  at: instant.optional(),
});
const personAsOf = z.object({ id: z.string().min(1).max(300), at: instant });
const byRealm = z.object({ realm: z.enum(REALMS), again: z.literal('true').optional() });

/** The history itself, for the console: events, streams, chains, and how the server is. */
@Controller()
export class StaffHistoryController {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(Replays) private readonly replays: Replays,
    @Inject(StaffService) private readonly staff: StaffService,
    @Inject(ChainWatch) private readonly chains: ChainWatch,
    @Inject(Dashboard) private readonly dashboards: Dashboard,
  ) {}

  @Call({
    method: 'GET',
    path: 'staff/events',
    access: 'staff:events',
    summary: 'Every event there is, as it is stored.',
    answer: 'EventRow[]',
    ...LIST,
  })
  events({ session, input, header }: List<'staff:events'>) {
    return this.lists.list(session, 'events', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/event-types',
    access: 'staff:events',
    summary: 'Every type of event that ever happened, by name.',
    input: nothing,
    answer: 'EventTypeView[]',
    body: 'bare',
  })
  async eventTypes(): Promise<EventTypeView[]> {
    const { rows } = await this.pool.query<EventTypeView>('SELECT DISTINCT type FROM event_type_counts ORDER BY type');
    return rows;
  }

  @Call({
    method: 'GET',
    path: 'staff/events/:id',
    access: 'staff:events',
    summary: 'One event.',
    answer: 'EventRow',
    ...ONE,
  })
  event({ session, input }: One<'staff:events'>) {
    return this.lists.one(session, 'events', input.id);
  }

  @Call({
    method: 'GET',
    path: 'staff/streams',
    access: 'staff:events',
    summary: 'Streams and how long each has grown.',
    answer: 'StreamRow[]',
    ...LIST,
  })
  streams({ session, input, header }: List<'staff:events'>) {
    return this.lists.list(session, 'streams', input, header);
  }

  @Call({
    method: 'GET',
    path: 'staff/streams/:id',
    access: 'staff:events',
    cost: REPLAY_COST,
    summary: 'The state that the events of a stream make, at any of its versions or at an instant.',
    answer: 'StreamStateView',
    ...ONE,
    input: streamById,
    refusals: ['staff.not-found', 'staff.replay-too-long', 'request.too-many'],
  })
  async stream({ session, input }: Asked<typeof streamById, 'staff:events'>) {
    const { id, ...asked } = input;
    const found = await this.replays.stream(session.staffId, id, asked);
    return isRefusal(found) ? found : stateFor(session.roles, found);
  }

  @Call({
    method: 'GET',
    path: 'staff/users/:id/as-of',
    access: 'staff:events',
    cost: REPLAY_COST,
    summary: 'An account as it stood at an instant, replayed from its events. The reading is recorded.',
    answer: 'PersonAsOfView',
    ...ONE,
    input: personAsOf,
    refusals: [
      'staff.not-found',
      'staff.not-open-yet',
      'staff.replay-too-long',
      'request.too-many',
      'request.unavailable',
    ],
  })
  async personAsOf({ session, input }: Asked<typeof personAsOf, 'staff:events'>) {
    const user = await this.lists.one<StaffUserRow>(session, 'users', input.id);
    if (isRefusal(user)) return user;
    await this.staff.readUser(session, user.id);
    return this.replays.person(session.staffId, { realm: user.realm, userId: user.id, at: input.at });
  }

  @Call({
    method: 'GET',
    path: 'staff/chain',
    access: 'staff:events',
    summary:
      'How far the hash chain of a realm was checked, and the signed checkpoints. `again` reads it from its first event now.',
    input: byRealm,
    answer: 'ChainStatusView',
    body: 'bare',
  })
  chain({ input }: Asked<typeof byRealm, 'staff:events'>) {
    return this.chains.status(input.realm, input.again !== undefined);
  }

  @Call({
    method: 'GET',
    path: 'staff/dashboard',
    access: 'staff:dashboard',
    summary: 'Realms, read models, counts and memory of the server.',
    input: nothing,
    answer: 'DashboardView',
    body: 'bare',
  })
  dashboard(_: Asked<typeof nothing, 'staff:dashboard'>) {
    return this.dashboards.view();
  }
}
