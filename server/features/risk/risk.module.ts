import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import {
  CLOCK,
  EVENT_STORE,
  IDS,
  INVESTMENT_CAPS,
  PERSONAL_HOLDINGS,
  POLICY_SOURCE,
  VAULT,
} from '../../core/tokens.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { RiskController } from './risk.controller.js';
import { RiskQuery, type RiskPolicies } from './risk.query.js';
import { RiskService } from './risk.service.js';

/** The questionnaire and the class that it leads to. Other features ask `INVESTMENT_CAPS` how much one investment may be. */
@Global()
@Module({
  controllers: [RiskController],
  providers: [
    {
      provide: RiskQuery,
      inject: [EVENT_STORE, POLICY_SOURCE, VAULT, CLOCK],
      useFactory: (store: EventStore, policies: RiskPolicies, vault: Vault, clock: Clock) =>
        new RiskQuery({ store, policies, vault, clock }),
    },
    { provide: INVESTMENT_CAPS, useExisting: RiskQuery },
    {
      provide: RiskService,
      inject: [Commands, POLICY_SOURCE, RiskQuery, VAULT, CLOCK, IDS],
      useFactory: (
        commands: Commands,
        policies: RiskPolicies,
        query: RiskQuery,
        vault: Vault,
        clock: Clock,
        ids: Ids,
      ) => new RiskService({ commands, policies, query, vault, clock, ids }),
    },
  ],
  exports: [INVESTMENT_CAPS],
})
export class RiskModule implements OnModuleInit {
  constructor(
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(RiskQuery) private readonly query: RiskQuery,
  ) {}

  onModuleInit(): void {
    const { query } = this;
    this.holdings.register({ name: 'risk', tables: [], export: (userId) => query.view(userId) });
  }
}
