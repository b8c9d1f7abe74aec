import { Module } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import type { PolicySource } from '../../core/policy.js';
import { CLOCK, IDS, POLICY_SOURCE, SPOT_MARKET, TRADE_GATE, WRITERS } from '../../core/tokens.js';
import type { TradeGate } from '../../core/trade-gate.js';
import type { SpotMarket } from '../../market/spot-market.js';
import type { Writers } from '../../engine/writer/writers.js';
import { SpotController } from './spot.controller.js';
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
export class SpotModule {}
