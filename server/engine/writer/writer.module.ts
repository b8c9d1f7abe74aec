import {
  Global,
  Inject,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Registry } from 'prom-client';
import { REALMS } from '../../../contracts/account.contract.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { CLOCK, COMMANDS, COMMAND_HANDLERS, EVENT_STORE, WRITERS } from '../../core/tokens.js';
import type { EventStore } from '../history/event-store.js';
import { CommandHandlers } from './command-handlers.js';
import { TIMERS, Timers } from './timers.js';
import { WriterCommandBus } from './writer-command-bus.js';
import { measureTimers } from './writer-metrics.js';
import { Writers } from './writers.js';

@Global()
@Module({
  providers: [
    { provide: COMMAND_HANDLERS, useFactory: () => new CommandHandlers() },
    {
      provide: WRITERS,
      inject: [EVENT_STORE, COMMAND_HANDLERS],
      useFactory: (store: EventStore, handlers: CommandHandlers) => new Writers(store, handlers, new Logger('Writer')),
    },
    { provide: Writers, useExisting: WRITERS },
    WriterCommandBus,
    { provide: Commands, useExisting: WriterCommandBus },
    { provide: CommandBus, useExisting: WriterCommandBus },
    { provide: COMMANDS, useExisting: WRITERS },
    {
      provide: TIMERS,
      inject: [EVENT_STORE, COMMAND_HANDLERS, Commands, CLOCK],
      useFactory: (store: EventStore, handlers: CommandHandlers, commands: Commands, clock: Clock) => {
        const logger = new Logger('Timers');
        const log = {
          info: (text: string) => logger.log(text),
          warn: (text: string) => logger.warn(text),
          error: (text: string) => logger.error(text),
        };
        const timers = new Timers({ pool: store.pool, handlers, commands, clock, realms: REALMS, log });
        store.onScheduled(() => timers.look());
        return timers;
      },
    },
  ],
  exports: [COMMAND_HANDLERS, WRITERS, COMMANDS, Commands, CommandBus, TIMERS],
})
export class WriterModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(WRITERS) private readonly writers: Writers,
    @Inject(TIMERS) private readonly timers: Timers,
    @Inject(Registry) private readonly registry: Registry,
  ) {}

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
}
