import {
  Global,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import type { Pool } from 'pg';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import type { ServerConfig } from '../config/config.js';
import type { Clock } from '../core/clock.js';
import { Commands } from '../core/command.js';
import type { Ids } from '../core/ids.js';
import { StaffTrail } from '../core/staff-trail.js';
import type { SimulatedChain } from '../core/chain.js';
import type { Vault } from '../core/person.js';
import type { PolicySource } from '../core/policy.js';
import { CHAIN, CLOCK, CONFIG, EVENT_STORE, IDS, PG_POOL, POLICY_SOURCE, VAULT, WRITERS } from '../core/tokens.js';
import { LoginTable } from '../edge/auth/logins.js';
import { RateLimits } from '../edge/http/rate-limits.js';
import { STAFF_SESSIONS } from '../edge/http/sessions.js';
import { LOG } from '../edge/logging.js';
import type { EventStore } from '../engine/history/event-store.js';
import { ContentModule } from '../features/content/content.module.js';
import { PROJECTIONS, type ProjectionRunner } from '../engine/projections/runner.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { POLICIES, type PolicyRunner } from '../policies/runner.js';
import type { Writers } from '../engine/writer/writers.js';
import { ChainWatch } from './chain-watch.js';
import { Dashboard } from './dashboard.js';
import { LedgerSums } from './ledger-sums.js';
import { Replays } from './past/replays.js';
import { PersonLookup } from './person-lookup.js';
import { SavedFilters } from './saved-filters.js';
import { StaffAccounts } from './staff-accounts.js';
import { StaffAuthController } from './staff-auth.controller.js';
import { StaffChanges, StaffFinisher } from './staff-changes.js';
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
import { StreamStates } from './past/stream-state.js';
import { Trends } from './trends.js';

const providers: Provider[] = [
  {
    provide: StaffAccounts,
    inject: [PG_POOL, POLICY_SOURCE, CLOCK, IDS, StaffFactors, StaffRecord],
    useFactory: (
      pool: Pool,
      policies: PolicySource<KnownPolicies>,
      clock: Clock,
      ids: Ids,
      factors: StaffFactors,
      record: StaffRecord,
    ) => new StaffAccounts(pool, policies, clock, ids, factors, record),
  },
  {
    provide: StaffRecord,
    inject: [Commands, CLOCK],
    useFactory: (commands: Commands, clock: Clock) => new StaffRecord(commands, clock),
  },
  { provide: StaffTrail, useExisting: StaffRecord },
  {
    provide: StaffChanges,
    inject: [EVENT_STORE],
    useFactory: (store: EventStore) => new StaffChanges(store),
  },
  {
    provide: StaffFinisher,
    inject: [StaffChanges, StaffSessions, LOG],
    useFactory: (changes: StaffChanges, sessions: StaffSessions, log: { warn(message: string): void }) =>
      new StaffFinisher(changes, sessions, log),
  },
  {
    provide: StaffFactors,
    inject: [PG_POOL, StaffChanges, StaffRecord, VAULT, POLICY_SOURCE, CLOCK],
    useFactory: (
      pool: Pool,
      changes: StaffChanges,
      record: StaffRecord,
      vault: Vault,
      policies: PolicySource<KnownPolicies>,
      clock: Clock,
    ) => new StaffFactors({ pool, changes, record, vault, policies, clock }),
  },
  {
    provide: StaffSelf,
    inject: [StaffChanges, StaffAccounts, StaffFactors, StaffSessions, StaffRecord, POLICY_SOURCE],
    useFactory: (
      changes: StaffChanges,
      accounts: StaffAccounts,
      factors: StaffFactors,
      sessions: StaffSessions,
      record: StaffRecord,
      policies: PolicySource<KnownPolicies>,
    ) => new StaffSelf({ changes, accounts, factors, sessions, record, policies }),
  },
  {
    provide: StaffSessions,
    inject: [PG_POOL, POLICY_SOURCE, CLOCK],
    useFactory: (pool: Pool, policies: PolicySource<KnownPolicies>, clock: Clock) =>
      new StaffSessions(pool, policies, clock),
  },
  { provide: STAFF_SESSIONS, useExisting: StaffSessions },
  { provide: StaffRights, inject: [PG_POOL], useFactory: (pool: Pool) => new StaffRights(pool) },
  {
    provide: StaffService,
    inject: [StaffAccounts, StaffSessions, StaffRecord],
    useFactory: (accounts: StaffAccounts, sessions: StaffSessions, record: StaffRecord) =>
      new StaffService(accounts, sessions, record),
  },
  {
    provide: StaffLists,
    inject: [PG_POOL, CLOCK, PROJECTIONS],
    useFactory: (pool: Pool, clock: Clock, projections: ProjectionRunner) =>
      new StaffLists(pool, clock, projections, staffLists),
  },
  {
    provide: StreamStates,
    inject: [EVENT_STORE],
    useFactory: (store: EventStore) => new StreamStates(store),
  },
  {
    provide: Replays,
    inject: [EVENT_STORE, PROJECTIONS, CONFIG],
    useFactory: (store: EventStore, projections: ProjectionRunner, { databaseUrl }: ServerConfig) =>
      new Replays(store, projections, databaseUrl),
  },
  {
    provide: ChainWatch,
    inject: [EVENT_STORE, CLOCK],
    useFactory: (store: EventStore, clock: Clock) => new ChainWatch(store, clock),
  },
  {
    provide: Dashboard,
    inject: [PG_POOL, WRITERS, PROJECTIONS, CLOCK],
    useFactory: (pool: Pool, writers: Writers, projections: ProjectionRunner, clock: Clock) =>
      new Dashboard({ pool, writers, projections, clock }),
  },
  {
    provide: StaffQueues,
    inject: [PG_POOL, PROJECTIONS, POLICIES, ChainWatch, StreamStates, CLOCK],
    useFactory: (
      pool: Pool,
      projections: ProjectionRunner,
      reactions: PolicyRunner,
      chains: ChainWatch,
      states: StreamStates,
      clock: Clock,
    ) => new StaffQueues({ pool, projections, reactions, chains, states }, clock),
  },
  { provide: Trends, inject: [PG_POOL, CLOCK], useFactory: (pool: Pool, clock: Clock) => new Trends(pool, clock) },
  {
    provide: PersonLookup,
    inject: [PG_POOL, PROJECTIONS, VAULT, LoginTable, CHAIN],
    useFactory: (pool: Pool, projections: ProjectionRunner, vault: Vault, logins: LoginTable, chain: SimulatedChain) =>
      new PersonLookup({ pool, projections, vault, logins, chain }),
  },
  {
    provide: StaffSearch,
    inject: [StaffLists, PersonLookup, RateLimits, StaffTrail],
    useFactory: (lists: StaffLists, lookup: PersonLookup, limits: RateLimits, trail: StaffTrail) =>
      new StaffSearch({ lists, lookup, limits, trail }),
  },
  { provide: LedgerSums, inject: [PG_POOL], useFactory: (pool: Pool) => new LedgerSums(pool) },
  {
    provide: SavedFilters,
    inject: [PG_POOL, CLOCK, IDS],
    useFactory: (pool: Pool, clock: Clock, ids: Ids) => new SavedFilters(pool, clock, ids),
  },
  {
    provide: StaffMembers,
    inject: [PG_POOL, CLOCK, StaffAccounts, StaffSessions, StaffRecord, StaffChanges],
    useFactory: (
      pool: Pool,
      clock: Clock,
      accounts: StaffAccounts,
      sessions: StaffSessions,
      record: StaffRecord,
      changes: StaffChanges,
    ) => new StaffMembers({ pool, clock, accounts, sessions, record, changes }),
  },
];

/** The console's side of the server: who works here, and everything they may read. */
@Global()
@Module({
  imports: [PoliciesModule, ContentModule],
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
  exports: [STAFF_SESSIONS, StaffAccounts, StaffLists, StaffRights, StaffTrail],
})
export class StaffModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(ChainWatch) private readonly chains: ChainWatch,
    @Inject(StaffFinisher) private readonly finisher: StaffFinisher,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.finisher.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.chains.stop();
    await this.finisher.stop();
  }
}
