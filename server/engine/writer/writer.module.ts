import {
  Global,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Registry } from 'prom-client';
import { REALMS } from '../../../contracts/realm.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { ReadinessChecks, type ReadinessCheck } from '../health/readiness-checks.js';
import { EventStore } from '../history/event-store.js';
import { CommandHandlers } from './command-handlers.js';
import { Timers } from './timers.js';
import { WriterCommandBus } from './writer-command-bus.js';
import { measureTimers, measureWriters } from './writer-metrics.js';
import { Writers } from './writers.js';

@Global()
@Module({
  providers: [
    CommandHandlers,
    {
      provide: Writers,
      inject: [EventStore, CommandHandlers],
      useFactory: (store: EventStore, handlers: CommandHandlers) => new Writers(store, handlers, new Logger('Writer')),
    },
    WriterCommandBus,
    { provide: Commands, useExisting: WriterCommandBus },
    { provide: CommandBus, useExisting: WriterCommandBus },
    {
      provide: Timers,
      inject: [EventStore, CommandHandlers, Commands, Clock],
      useFactory: (store: EventStore, handlers: CommandHandlers, commands: Commands, clock: Clock) => {
        const logger = new Logger('Timers');
        const log = {
          info: (text: string) => logger.log(text),
          warn: (text: string) => logger.warn(text),
          error: (text: string) => logger.error(text),
        };
        const isSealed: EventStore['isSealed'] = (realm, due) => store.isSealed(realm, due);
        const timers = new Timers({ pool: store.pool, isSealed, handlers, commands, clock, realms: REALMS, log });
        store.onScheduled(() => timers.look());
        return timers;
      },
    },
  ],
  exports: [CommandHandlers, Writers, Commands, CommandBus, Timers],
})
export class WriterModule implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly writers: Writers,
    private readonly timers: Timers,
    private readonly health: ReadinessChecks,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    measureWriters(this.registry, this.writers);
    this.health.add({ name: 'writers', check: () => this.check() });
  }

  /** After every module's `onModuleInit`, so that all handlers are known. */
  async onApplicationBootstrap(): Promise<void> {
    measureTimers(this.registry, this.timers, REALMS);
    await this.writers.start();
    this.timers.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.timers.stop();
    await this.writers.close();
  }

  private check(): ReturnType<ReadinessCheck['check']> {
    const status = this.writers.status();
    const detail = Object.fromEntries(
      status.map(({ realm, state, position, problem }) => [
        realm,
        `${state} at ${position}${problem === null ? '' : `: ${problem}`}`,
      ]),
    );
    return Promise.resolve({ ready: status.every(({ state }) => state === 'running'), detail });
  }
}
