import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { AccountGate } from '../../core/account-gate.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import type { PolicySource } from '../../core/policy.js';
import {
  ACCOUNT_GATE,
  CLOCK,
  COMMAND_HANDLERS,
  IDS,
  POLICY_SOURCE,
  SPOT_MARKET,
  TRADE_GATE,
  WRITERS,
} from '../../core/tokens.js';
import type { TradeGate } from '../../core/trade-gate.js';
import type { SpotMarket } from '../../market/spot-market.js';
import type { CommandHandlers } from '../../writer/command-handlers.js';
import type { Writers } from '../../writer/writers.js';
import { SpotController } from './spot.controller.js';
import { spotHandlers } from './spot.handler.js';
import { SpotQuery } from './spot.query.js';
import { SpotReadModule } from './spot-read.module.js';
import { SpotService } from './spot.service.js';

@Module({
  imports: [SpotReadModule],
  controllers: [SpotController],
  providers: [
    {
      provide: SpotService,
      inject: [Commands, WRITERS, SPOT_MARKET, POLICY_SOURCE, CLOCK, IDS, TRADE_GATE, SpotQuery],
      useFactory: (
        commands: Commands,
        writers: Writers,
        market: SpotMarket,
        policies: PolicySource<KnownPolicies>,
        clock: Clock,
        ids: Ids,
        gate: TradeGate,
        query: SpotQuery,
      ) => {
        const openSymbols: SpotQuery['openSymbols'] = (realm, ownerId) => query.openSymbols(realm, ownerId);
        return new SpotService({ commands, writers, market, policies, clock, ids, gate, openSymbols });
      },
    },
  ],
})
export class SpotModule implements OnModuleInit {
  constructor(
    @Inject(COMMAND_HANDLERS) private readonly handlers: CommandHandlers,
    @Inject(SPOT_MARKET) private readonly market: SpotMarket,
    @Inject(ACCOUNT_GATE) private readonly gate: AccountGate,
  ) {}

  onModuleInit(): void {
    this.handlers.register(...spotHandlers(this.market, this.gate));
  }
}
