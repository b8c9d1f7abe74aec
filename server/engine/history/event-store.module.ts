import {
  Global,
  Injectable,
  Logger,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { Pool } from 'pg';
import { join } from 'node:path';
import { ServerConfig } from '../../config/config.js';
import { Clock } from '../../core/clock.js';
import { ReadinessChecks } from '../health/readiness-checks.js';
import { CheckpointKey } from './checkpoint-key.js';
import { CheckpointSigner } from './checkpoints.js';
import { openPool } from './database.js';
import { EventStore } from './event-store.js';
import { KeptHeads } from './kept-heads.js';
import { SegmentSigner } from './segment-signer.js';
import { PublicLog } from '../public-log/public-log.js';

/** Three hold the realms; the others are for what an order looks up, so that it waits for no reader's connection. */
const TRADING_CONNECTIONS = 8;

/** With the server's own log lines. */
@Injectable()
class LoggingPublicLog extends PublicLog {
  constructor(pool: Pool, store: EventStore, clock: Clock, config: ServerConfig) {
    super(pool, store, clock, config, new Logger('Log'));
  }
}

@Global()
@Module({
  providers: [
    {
      provide: Pool,
      inject: [ServerConfig],
      useFactory: (config: ServerConfig) => openPool(config.databaseUrl, config.databasePoolSize),
    },
    {
      provide: EventStore,
      inject: [ServerConfig],
      useFactory: ({ databaseUrl, dataDir }: ServerConfig) => {
        const signer = new SegmentSigner(
          CheckpointKey.open(dataDir),
          new KeptHeads(join(dataDir, 'heads'), new Logger('Heads')),
        );
        return new EventStore(openPool(databaseUrl, TRADING_CONNECTIONS), signer);
      },
    },
    {
      provide: CheckpointSigner,
      inject: [Pool, EventStore, Clock, ServerConfig],
      useFactory: (pool: Pool, store: EventStore, clock: Clock, config: ServerConfig) => {
        const key = CheckpointKey.open(config.dataDir);
        return new CheckpointSigner({ pool, store, key, clock, log: new Logger('Checkpoints') });
      },
    },
    { provide: PublicLog, useClass: LoggingPublicLog },
  ],
  exports: [Pool, EventStore, PublicLog],
})
export class EventStoreModule implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly checkpoints: CheckpointSigner,
    private readonly publicLog: PublicLog,
    private readonly health: ReadinessChecks,
  ) {}

  onModuleInit(): void {
    const check = async () => ({ ready: (await this.store.pool.query('SELECT 1')).rowCount === 1 });
    this.health.add({ name: 'database', check });
  }

  async onApplicationBootstrap(): Promise<void> {
    await Promise.all([this.checkpoints.start(), this.publicLog.start()]);
  }

  /** After the writers, which close in `beforeApplicationShutdown`: the last checkpoint covers all they wrote. */
  async onApplicationShutdown(): Promise<void> {
    await this.store.flush();
    await Promise.all([this.checkpoints.stop(), this.publicLog.stop()]);
    await Promise.all([this.pool.end(), this.store.pool.end()]);
  }
}
