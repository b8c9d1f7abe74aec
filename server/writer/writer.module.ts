import {
  Global,
  Inject,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { COMMANDS, COMMAND_HANDLERS, EVENT_STORE, WRITERS } from '../core/tokens.js';
import type { EventStore } from '../event-store/event-store.js';
import { CommandHandlers } from './command-handlers.js';
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
    { provide: COMMANDS, useExisting: WRITERS },
  ],
  exports: [COMMAND_HANDLERS, WRITERS, COMMANDS],
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
