import { Global, Module, type OnApplicationBootstrap, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '../core/clock.js';
import { StaffTrail } from '../core/ports/staff-trail.js';
import { StaffSessionSource } from '../edge/http/sessions.js';
import { ContentModule } from '../features/content/content.module.js';
import { ProjectionRunner } from '../engine/projections/runner.js';
import { ChainWatch } from './chain-watch.js';
import { Dashboard } from './dashboard.js';
import { LedgerSums } from './ledger-sums.js';
import { Replays } from './past/replays.js';
import { PersonLookup } from './person-lookup.js';
import { SavedFilters } from './saved-filters.js';
import { StaffAccounts } from './staff-accounts.js';
import { StaffAuthController } from './staff-auth.controller.js';
import { StaffChanges } from './staff-changes.js';
import { StaffFinisher } from './staff-finisher.js';
import { StaffContentController } from './staff-content.controller.js';
import { StaffDeskController } from './staff-desk.controller.js';
import { StaffFactors } from './staff-factors.js';
import { StaffHistoryController } from './staff-history.controller.js';
import { listController } from '../edge/lists/list.controller.js';
import { StaffLists } from '../edge/lists/staff-lists.js';
import { staffLists } from './lists/all.js';
import { StaffMembersController } from './staff-members.controller.js';
import { StaffMembers } from './staff-members.js';
import { StaffOutboxController } from './staff-outbox.controller.js';
import { StaffPoliciesController } from './staff-policies.controller.js';
import { StaffQueues } from './staff-queues.js';
import { StaffSearch } from './staff-search.js';
import { StaffRecord } from './staff-record.js';
import { StaffRights } from '../edge/auth/staff-rights.js';
import { StaffSelf } from './staff-self.js';
import { StaffService } from './staff.service.js';
import { StaffSessions } from './staff-sessions.js';
import { StaffWatchController } from './staff-watch.controller.js';
import { Trends } from './trends.js';

const providers: Provider[] = [
  StaffAccounts,
  StaffRecord,
  { provide: StaffTrail, useExisting: StaffRecord },
  StaffChanges,
  StaffFinisher,
  StaffFactors,
  StaffSelf,
  StaffSessions,
  { provide: StaffSessionSource, useExisting: StaffSessions },
  StaffRights,
  StaffService,
  {
    provide: StaffLists,
    inject: [Pool, Clock, ProjectionRunner],
    useFactory: (pool: Pool, clock: Clock, projections: ProjectionRunner) =>
      new StaffLists(pool, clock, projections, staffLists),
  },
  Replays,
  ChainWatch,
  Dashboard,
  StaffQueues,
  Trends,
  PersonLookup,
  StaffSearch,
  LedgerSums,
  SavedFilters,
  StaffMembers,
];

/** The console's side of the server: who works here, and everything they may read. */
@Global()
@Module({
  imports: [ContentModule],
  controllers: [
    StaffAuthController,
    listController(staffLists),
    StaffHistoryController,
    StaffWatchController,
    StaffDeskController,
    StaffMembersController,
    StaffContentController,
    StaffPoliciesController,
    StaffOutboxController,
  ],
  providers,
  exports: [StaffSessionSource, StaffAccounts, StaffLists, StaffRights, StaffTrail],
})
export class StaffModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly chains: ChainWatch,
    private readonly finisher: StaffFinisher,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.finisher.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.chains.stop();
    await this.finisher.stop();
  }
}
