import { Global, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { Registry } from 'prom-client';
import { ServerConfig } from './config/config.js';
import { Clock } from './core/clock.js';
import { Ids } from './core/ids.js';
import { ReadinessChecks } from './engine/health/readiness-checks.js';
import { EventStore } from './engine/history/event-store.js';
import { Writers } from './engine/writer/writers.js';
import { measureWriters } from './engine/writer/writer-metrics.js';

/** What is handed in from outside: the settings, and where time and chance come from. */
export interface PlatformParts {
  config: ServerConfig;
  clock: Clock;
  ids: Ids;
}

@Global()
@Module({})
export class PlatformModule implements OnModuleInit {
  constructor(
    private readonly store: EventStore,
    private readonly writers: Writers,
    private readonly health: ReadinessChecks,
    private readonly registry: Registry,
  ) {}

  static with({ config, clock, ids }: PlatformParts): DynamicModule {
    return {
      module: PlatformModule,
      providers: [
        { provide: ServerConfig, useValue: config },
        { provide: Clock, useValue: clock },
        { provide: Ids, useValue: ids },
      ],
      exports: [ServerConfig, Clock, Ids],
    };
  }

  onModuleInit(): void {
    measureWriters(this.registry, this.writers);
    this.health.add(
      { name: 'database', check: async () => ({ ready: (await this.store.pool.query('SELECT 1')).rowCount === 1 }) },
      { name: 'writers', check: () => Promise.resolve(this.writersReady()) },
    );
  }

  private writersReady(): { ready: boolean; detail: Record<string, string> } {
    const status = this.writers.status();
    const detail = Object.fromEntries(
      status.map(({ realm, state, position, problem }) => [
        realm,
        `${state} at ${position}${problem === null ? '' : `: ${problem}`}`,
      ]),
    );
    return { ready: status.every(({ state }) => state === 'running'), detail };
  }
}
