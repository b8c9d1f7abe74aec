import {
  Global,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { Pool } from 'pg';
import { ServerConfig } from '../../config/config.js';
import { Clock } from '../../core/clock.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { Vault } from '../../core/ports/vault.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { Eraser } from './erasure.js';
import { Holdings } from './holdings.js';
import { ImageService } from './image.service.js';
import { ImageSweeper } from './image-sweeper.js';
import { ImageTable } from './image-table.js';
import { ownHoldings } from './own-holdings.js';
import { PersonalController } from './personal.controller.js';
import { openVault } from '../../engine/vault/vault.js';
import { PrivateImages } from '../../core/ports/private-images.js';

/** Personal data under a key per person, and the images that are part of it. */
@Global()
@Module({
  controllers: [PersonalController],
  providers: [
    { provide: PersonalDataHandlers, useClass: Holdings },
    {
      provide: Vault,
      inject: [Pool, ServerConfig, Clock],
      useFactory: (pool: Pool, config: ServerConfig, clock: Clock) => openVault(pool, config, clock),
    },
    ImageTable,
    ImageService,
    { provide: PrivateImages, useExisting: ImageService },
    ImageSweeper,
    Eraser,
  ],
  exports: [Vault, PrivateImages, PersonalDataHandlers],
})
export class PersonalModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly pool: Pool,
    private readonly holdings: PersonalDataHandlers,
    private readonly table: ImageTable,
    private readonly images: ImageService,
    private readonly sweeper: ImageSweeper,
    private readonly eraser: Eraser,
    private readonly projections: ProjectionRunner,
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
