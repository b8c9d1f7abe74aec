import {
  Global,
  Inject,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Commands } from '../../core/command.js';
import { COMMANDS, COMMAND_HANDLERS, EVENT_STORE, WRITERS } from '../../core/tokens.js';
import type { EventStore } from '../history/event-store.js';
import { CommandHandlers } from './command-handlers.js';
import { WriterCommandBus } from './writer-command-bus.js';
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
  ],
  exports: [COMMAND_HANDLERS, WRITERS, COMMANDS, Commands, CommandBus],
})
export class WriterModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(WRITERS) private readonly writers: Writers) {}

  /** After every module's `onModuleInit`, so that all handlers are known. */
  async onApplicationBootstrap(): Promise<void> {
    await this.writers.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.writers.close();
  }
}
