import { Global, Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Pool } from 'pg';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import type { ServerConfig } from '../config/config.js';
import type { Clock } from '../core/clock.js';
import type { Ids } from '../core/ids.js';
import type { Vault } from '../core/person.js';
import type { PolicySource } from '../core/policy.js';
import {
  CLOCK,
  CONFIG,
  IDS,
  PERSONAL_HOLDINGS,
  PG_POOL,
  POLICY_SOURCE,
  PRIVATE_IMAGES,
  VAULT,
} from '../core/tokens.js';
import { Holdings } from './holdings.js';
import { ImageDesk } from './image-desk.js';
import { ImageSweeper } from './image-sweeper.js';
import { ImageTable } from './image-table.js';
import { PersonKeys } from './person-keys.js';
import { PersonalController } from './personal.controller.js';
import { openRootKey } from './root-key.js';
import { PersonVault } from './vault.js';

/** Personal data under a key per person, and the images that are part of it. */
@Global()
@Module({
  controllers: [PersonalController],
  providers: [
    { provide: PERSONAL_HOLDINGS, useFactory: () => new Holdings() },
    {
      provide: VAULT,
      inject: [PG_POOL, CONFIG, CLOCK],
      useFactory: async (pool: Pool, config: ServerConfig, clock: Clock) => {
        const root = await openRootKey(pool, config);
        return new PersonVault(root, new PersonKeys(pool, root, clock));
      },
    },
    {
      provide: ImageDesk,
      inject: [PG_POOL, VAULT, POLICY_SOURCE, CLOCK, IDS],
      useFactory: (pool: Pool, vault: Vault, policies: PolicySource<KnownPolicies>, clock: Clock, ids: Ids) =>
        new ImageDesk({ table: new ImageTable(pool), vault, policies, clock, ids }),
    },
    { provide: PRIVATE_IMAGES, useExisting: ImageDesk },
    { provide: ImageSweeper, inject: [ImageDesk], useFactory: (images: ImageDesk) => new ImageSweeper(images) },
  ],
  exports: [VAULT, PRIVATE_IMAGES, PERSONAL_HOLDINGS],
})
export class PersonalModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(@Inject(ImageSweeper) private readonly sweeper: ImageSweeper) {}

  onApplicationBootstrap(): void {
    this.sweeper.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.sweeper.stop();
  }
}
