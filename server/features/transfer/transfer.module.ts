import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { AccountGate } from '../../core/account-gate.js';
import { ACCOUNT_GATE, COMMAND_HANDLERS } from '../../core/tokens.js';
import type { CommandHandlers } from '../../writer/command-handlers.js';
import { TransferController } from './transfer.controller.js';
import { transferHandlers } from './transfer.handler.js';

@Module({ controllers: [TransferController] })
export class TransferModule implements OnModuleInit {
  constructor(
    @Inject(COMMAND_HANDLERS) private readonly handlers: CommandHandlers,
    @Inject(ACCOUNT_GATE) private readonly gate: AccountGate,
  ) {}

  onModuleInit(): void {
    this.handlers.register(...transferHandlers(this.gate));
  }
}
