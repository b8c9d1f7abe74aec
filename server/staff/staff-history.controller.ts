import { Controller } from '@nestjs/common';
import { Pool } from 'pg';
import { staffDashboard } from '../../contracts/staff.calls.js';
import { staffChain, staffEventTypes, staffStream, staffUserAsOf } from '../../contracts/staff-history.calls.js';
import type { EventTypeView } from '../../contracts/staff-history.contract.js';
import { isRefusal } from '../core/refusal.js';
import { StaffTrail } from '../core/ports/staff-trail.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { userList } from '../features/account/account.list.js';
import { ChainWatch } from './chain-watch.js';
import { Dashboard } from './dashboard.js';
import { Replays } from './past/replays.js';
import { stateFor } from '../edge/auth/masking.js';
import { StaffLists } from '../edge/lists/staff-lists.js';

/** The history itself, for the console: events, streams, chains, and how the server is. */
@Controller()
export class StaffHistoryController {
  constructor(
    private readonly pool: Pool,
    private readonly lists: StaffLists,
    private readonly replays: Replays,
    private readonly trail: StaffTrail,
    private readonly chains: ChainWatch,
    private readonly dashboards: Dashboard,
  ) {}

  @Handle(staffEventTypes)
  async eventTypes(): Promise<EventTypeView[]> {
    const { rows } = await this.pool.query<EventTypeView>('SELECT DISTINCT type FROM event_type_counts ORDER BY type');
    return rows;
  }

  @Handle(staffStream)
  async stream({ session, input }: CallContext<typeof staffStream>) {
    const { id, ...query } = input;
    const found = await this.replays.stream(session.staffId, id, query);
    return isRefusal(found) ? found : stateFor(session.roles, found);
  }

  @Handle(staffUserAsOf)
  async personAsOf(call: CallContext<typeof staffUserAsOf>) {
    const { session, input } = call;
    const user = await this.lists.one(session, userList, input.id);
    if (isRefusal(user)) return user;
    await this.trail.readUser(call, user.id);
    return this.replays.person(session.staffId, { realm: user.realm, userId: user.id, at: input.at });
  }

  @Handle(staffChain)
  chain({ input }: CallContext<typeof staffChain>) {
    return this.chains.status(input.realm, input.again !== undefined);
  }

  @Handle(staffDashboard)
  dashboard(_: CallContext<typeof staffDashboard>) {
    return this.dashboards.view();
  }
}
