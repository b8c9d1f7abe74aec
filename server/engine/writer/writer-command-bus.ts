import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import type { CommandContext, Commands, HouseCommand } from '../../core/command.js';
import type { CommandResult } from '../../core/decider.js';
import type { Refusal } from '../../core/refusal.js';
import { Writers } from './writers.js';

/** Nest's command bus, whose every command goes to the writer of its realm: there is no handler class a command. */
@Injectable()
export class WriterCommandBus extends CommandBus<HouseCommand<unknown, unknown>> implements Commands {
  constructor(
    modules: ModuleRef,
    // Named, because Nest reads what its own bus wants at this place otherwise.
    @Inject(Writers) private readonly writers: Writers,
  ) {
    super(modules);
  }

  override execute<Answer>(command: HouseCommand<unknown, Answer>): Promise<CommandResult<Answer>> {
    return this.writers.execute<Answer>(command.context.realm, command);
  }

  prepare<Answer>(
    context: CommandContext,
    make: () => Promise<HouseCommand<unknown, Answer> | Refusal>,
  ): Promise<CommandResult<Answer>> {
    return this.writers.prepare<Answer>(context.realm, context, make);
  }
}
