import {
  Inject,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import type { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { ServerConfig } from '../../config/config.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import { CLOCK, CONFIG, PERSONAL_HOLDINGS, PG_POOL, POLICY_SOURCE, VAULT, WRITERS } from '../../core/tokens.js';
import type { PolicySource, PolicyStart } from '../../core/policy.js';
import type { Writers } from '../../engine/writer/writers.js';
import { LiabilityController } from './liability.controller.js';
import { LiabilityKeeper } from './liability.keeper.js';
import { LiabilityQuery } from './liability.query.js';
import { TreeMaker } from './tree-maker.js';

/** What users are owed, summed up in a tree every epoch, so that everybody can check that he is counted. */
@Module({
  controllers: [LiabilityController],
  providers: [
    { provide: TreeMaker, useFactory: () => new TreeMaker() },
    {
      provide: LiabilityKeeper,
      inject: [PG_POOL, CONFIG, WRITERS, Commands, POLICY_SOURCE, VAULT, TreeMaker, CLOCK],
      useFactory: (
        pool: Pool,
        { databaseUrl }: ServerConfig,
        writers: Writers,
        commands: Commands,
        policies: PolicySource<KnownPolicies>,
        vault: Vault,
        maker: TreeMaker,
        clock: Clock,
      ) =>
        new LiabilityKeeper({
          ...{ pool, databaseUrl, writers, commands, policies, vault, maker, clock },
          log: new Logger('Liabilities'),
        }),
    },
    {
      provide: LiabilityQuery,
      inject: [PG_POOL, POLICY_SOURCE, VAULT, CLOCK],
      useFactory: (pool: Pool, policies: PolicySource<KnownPolicies>, vault: Vault, clock: Clock) =>
        new LiabilityQuery({ pool, policies, vault, clock }),
    },
  ],
})
export class LiabilityModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(POLICY_SOURCE) private readonly policies: PolicyStart,
    @Inject(LiabilityKeeper) private readonly keeper: LiabilityKeeper,
    @Inject(TreeMaker) private readonly maker: TreeMaker,
  ) {}

  /** Nonces say nothing without an owner's id, and no id of an owner stands beside them. */
  onModuleInit(): void {
    this.holdings.register({ name: 'liabilities', tables: ['liability_bundles'] });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.policies.start();
    await this.keeper.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.keeper.stop();
    await this.maker.close();
  }
}
