import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit, type Provider } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Clock } from '../core/clock.js';
import type { CommandPort } from '../core/decider.js';
import type { Ids } from '../core/ids.js';
import { CLOCK, COMMANDS, COMMAND_HANDLERS, EVENT_STORE, IDS, PG_POOL, WRITERS } from '../core/tokens.js';
import { STAFF_SESSIONS } from '../edge/http/sessions.js';
import type { EventStore } from '../event-store/event-store.js';
import { PROJECTIONS, type ProjectionRunner } from '../projections/runner.js';
import type { CommandHandlers } from '../writer/command-handlers.js';
import type { Writers } from '../writer/writers.js';
import { ChainWatch } from './chain-watch.js';
import { Dashboard } from './dashboard.js';
import { StaffAccounts } from './staff-accounts.js';
import { StaffAuthController } from './staff-auth.controller.js';
import { staffHandlers } from './staff.handler.js';
import { StaffHistoryController } from './staff-history.controller.js';
import { StaffLists } from './staff-lists.js';
import { StaffReadController } from './staff-read.controller.js';
import { StaffService } from './staff.service.js';
import { StaffSessions } from './staff-sessions.js';
import { allStreamKinds } from './stream-kinds.js';
import { StreamStates } from './stream-state.js';

const providers: Provider[] = [
  {
    provide: StaffAccounts,
    inject: [PG_POOL, CLOCK, IDS],
    useFactory: (pool: Pool, clock: Clock, ids: Ids) => new StaffAccounts(pool, clock, ids),
  },
  {
    provide: StaffSessions,
    inject: [PG_POOL, CLOCK],
    useFactory: (pool: Pool, clock: Clock) => new StaffSessions(pool, clock),
  },
  { provide: STAFF_SESSIONS, useExisting: StaffSessions },
  {
    provide: StaffService,
    inject: [StaffAccounts, StaffSessions, COMMANDS, CLOCK],
    useFactory: (accounts: StaffAccounts, sessions: StaffSessions, commands: CommandPort, clock: Clock) =>
      new StaffService(accounts, sessions, commands, clock),
  },
  {
    provide: StaffLists,
    inject: [PG_POOL, CLOCK, PROJECTIONS],
    useFactory: (pool: Pool, clock: Clock, projections: ProjectionRunner) => new StaffLists(pool, clock, projections),
  },
  {
    provide: StreamStates,
    inject: [EVENT_STORE],
    useFactory: (store: EventStore) => new StreamStates(store, allStreamKinds),
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
];

/** The console's side of the server: who works here, and everything they may read. */
@Global()
@Module({
  controllers: [StaffAuthController, StaffReadController, StaffHistoryController],
  providers,
  exports: [STAFF_SESSIONS, StaffAccounts],
})
export class StaffModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(COMMAND_HANDLERS) private readonly handlers: CommandHandlers,
    @Inject(ChainWatch) private readonly chains: ChainWatch,
  ) {}

  onModuleInit(): void {
    this.handlers.register(...staffHandlers);
  }

  onApplicationShutdown(): void {
    this.chains.stop();
  }
}
