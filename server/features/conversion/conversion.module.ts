import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { AccountGate } from '../../core/account-gate.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import type { IndexPrices } from '../../core/index-prices.js';
import type { Vault } from '../../core/person.js';
import type { PolicySource } from '../../core/policy.js';
import {
  ACCOUNT_GATE,
  CLOCK,
  COMMAND_HANDLERS,
  IDS,
  INDEX_PRICES,
  PG_POOL,
  POLICY_SOURCE,
  TRADE_GATE,
  VAULT,
} from '../../core/tokens.js';
import type { TradeGate } from '../../core/trade-gate.js';
import type { CommandHandlers } from '../../writer/command-handlers.js';
import { ConversionController } from './conversion.controller.js';
import { conversionHandlers } from './conversion.handler.js';
import { ConversionService } from './conversion.service.js';

@Module({
  controllers: [ConversionController],
  providers: [
    {
      provide: ConversionService,
      inject: [Commands, INDEX_PRICES, POLICY_SOURCE, VAULT, TRADE_GATE, PG_POOL, CLOCK, IDS],
      useFactory: (
        commands: Commands,
        prices: IndexPrices,
        policies: PolicySource<KnownPolicies>,
        vault: Vault,
        gate: TradeGate,
        pool: Pool,
        clock: Clock,
        ids: Ids,
      ) => new ConversionService({ commands, prices, policies, vault, gate, pool, clock, ids }),
    },
  ],
})
export class ConversionModule implements OnModuleInit {
  constructor(
    @Inject(COMMAND_HANDLERS) private readonly handlers: CommandHandlers,
    @Inject(ACCOUNT_GATE) private readonly gate: AccountGate,
  ) {}

  onModuleInit(): void {
    this.handlers.register(...conversionHandlers(this.gate));
  }
}
