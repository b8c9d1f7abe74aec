import {
  Global,
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
import { AccountEnd } from '../../core/account-end.js';
import type { Clock } from '../../core/clock.js';
import type { PersonalHoldings, Vault } from '../../core/person.js';
import type { PolicySource } from '../../core/policy.js';
import type { StepUp } from '../../core/step-up.js';
import {
  CLOCK,
  CONFIG,
  PERSONAL_HOLDINGS,
  PG_POOL,
  POLICY_SOURCE,
  PRIVATE_IMAGES,
  STEP_UP,
  VAULT,
} from '../../core/tokens.js';
import { PROJECTIONS, type ProjectionRunner } from '../../engine/projections/runner.js';
import { Eraser } from './erasure.js';
import { Holdings } from './holdings.js';
import { ImageDesk } from './image-desk.js';
import { ImageSweeper } from './image-sweeper.js';
import { ImageTable } from './image-table.js';
import { ownHoldings } from './own-holdings.js';
import { PersonalController } from './personal.controller.js';
import { openVault } from '../../engine/vault/vault.js';

/** Personal data under a key per person, and the images that are part of it. */
@Global()
@Module({
  controllers: [PersonalController],
  providers: [
    { provide: PERSONAL_HOLDINGS, useFactory: () => new Holdings() },
    {
      provide: VAULT,
      inject: [PG_POOL, CONFIG, CLOCK],
      useFactory: (pool: Pool, config: ServerConfig, clock: Clock) => openVault(pool, config, clock),
    },
    { provide: ImageTable, inject: [PG_POOL], useFactory: (pool: Pool) => new ImageTable(pool) },
    {
      provide: ImageDesk,
      inject: [ImageTable, VAULT, POLICY_SOURCE, CLOCK],
      useFactory: (table: ImageTable, vault: Vault, policies: PolicySource<KnownPolicies>, clock: Clock) =>
        new ImageDesk({ table, vault, policies, clock }),
    },
    { provide: PRIVATE_IMAGES, useExisting: ImageDesk },
    {
      provide: ImageSweeper,
      inject: [ImageDesk],
      useFactory: (images: ImageDesk) => new ImageSweeper(images, new Logger('Images')),
    },
    {
      provide: Eraser,
      inject: [PG_POOL, VAULT, PERSONAL_HOLDINGS, AccountEnd, STEP_UP, CLOCK],
      useFactory: (
        pool: Pool,
        vault: Vault,
        holdings: PersonalHoldings,
        accounts: AccountEnd,
        stepUp: StepUp,
        clock: Clock,
      ) => new Eraser({ pool, vault, holdings, accounts, stepUp, clock, log: new Logger('Erasure') }),
    },
  ],
  exports: [VAULT, PRIVATE_IMAGES, PERSONAL_HOLDINGS],
})
export class PersonalModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(ImageTable) private readonly table: ImageTable,
    @Inject(ImageDesk) private readonly images: ImageDesk,
    @Inject(ImageSweeper) private readonly sweeper: ImageSweeper,
    @Inject(Eraser) private readonly eraser: Eraser,
    @Inject(PROJECTIONS) private readonly projections: ProjectionRunner,
  ) {}

  onModuleInit(): void {
    this.holdings.register(...ownHoldings(this.pool, this.table, this.projections));
  }

  onApplicationBootstrap(): void {
    this.sweeper.start();
    this.eraser.start();
  }

  /** Before the writers close: an erasure that is under way still needs them. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeper.stop();
    await this.eraser.stop();
  }
}
