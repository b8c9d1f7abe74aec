import { Global, Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { ServerConfig } from '../config/config.js';
import type { Clock } from '../core/clock.js';
import { CLOCK, CONFIG, PG_POOL, VAULT } from '../core/tokens.js';
import { PersonKeys } from './person-keys.js';
import { openRootKey } from './root-key.js';
import { PersonVault } from './vault.js';

/** Personal data under a key per person. */
@Global()
@Module({
  providers: [
    {
      provide: VAULT,
      inject: [PG_POOL, CONFIG, CLOCK],
      useFactory: async (pool: Pool, config: ServerConfig, clock: Clock) => {
        const root = await openRootKey(pool, config);
        return new PersonVault(root, new PersonKeys(pool, root, clock));
      },
    },
  ],
  exports: [VAULT],
})
export class PersonalModule {}
