import {
  Global,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Registry } from 'prom-client';
import { ServerConfig } from '../../config/config.js';
import { ReadinessChecks } from '../health/readiness-checks.js';
import { openPool } from '../history/database.js';
import { EventStore } from '../history/event-store.js';
import type { Projection } from './projection.js';
import { measureProjections } from './projection-metrics.js';
import { ProjectionRunner } from './runner.js';

/** A few connections of their own: read models queue for them and never keep a request or the writer waiting. */
const CONNECTIONS = 3;

@Global()
@Module({})
export class ProjectionsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  static with(projections: readonly Projection[]): DynamicModule {
    const runner = {
      provide: ProjectionRunner,
      inject: [ServerConfig, EventStore],
      useFactory: (config: ServerConfig, source: EventStore) => runnerOf(config, source, projections),
    };
    return { module: ProjectionsModule, providers: [runner], exports: [ProjectionRunner] };
  }

  constructor(
    private readonly runner: ProjectionRunner,
    private readonly health: ReadinessChecks,
    private readonly registry: Registry,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.runner.start();
    measureProjections(this.registry, this.runner);
    this.health.add({
      name: 'projections',
      check: () => {
        const problems = this.runner.problems();
        const lagEvents = Math.max(0, ...this.runner.status().map((follower) => follower.lagEvents));
        const detail = { lagEvents, ...(problems[0] === undefined ? {} : { problem: problems[0] }) };
        return Promise.resolve({ ready: problems.length === 0, detail });
      },
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.runner.stop();
    await this.runner.options.pool.end();
  }
}

function runnerOf(config: ServerConfig, source: EventStore, projections: readonly Projection[]): ProjectionRunner {
  const logger = new Logger('Projections');
  const log = {
    info: (text: string) => logger.log(text),
    warn: (text: string) => logger.warn(text),
    error: (text: string) => logger.error(text),
  };
  const pool = openPool(config.databaseUrl, CONNECTIONS, { pipeline: true });
  pool.on('error', (error) => log.warn(`projection connection: ${error.message}`));
  return new ProjectionRunner({ pool, source, projections, log });
}
