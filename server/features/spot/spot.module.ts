import { Module } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { BookBeats } from '../../core/ports/book-beats.js';
import { AccountGate } from '../../core/ports/account-gate.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { TradeGate } from '../../core/ports/trade-gate.js';
import { Messages } from '../../edge/http/messages.js';
import { BookMarket } from '../../market/book-market.js';
import { Writers } from '../../engine/writer/writers.js';
import { FeeTiers } from '../../trading/runtime/fee-tiers.js';
import { SpotController } from './spot.controller.js';
import { SpotQuery } from './spot.query.js';
import { SpotReadModule } from './spot-read.module.js';
import { SpotService } from './spot.service.js';

@Module({
  imports: [SpotReadModule],
  exports: [SpotReadModule],
  controllers: [SpotController],
  providers: [
    {
      provide: SpotService,
      inject: [
        Commands,
        Writers,
        BookMarket,
        PolicySource,
        Clock,
        Ids,
        TradeGate,
        AccountGate,
        Messages,
        SpotQuery,
        FeeTiers,
        BookBeats,
      ],
      useFactory: (
        commands: Commands,
        writers: Writers,
        market: BookMarket,
        policies: PolicySource<KnownPolicies>,
        clock: Clock,
        ids: Ids,
        gate: TradeGate,
        accounts: AccountGate,
        texts: Messages,
        query: SpotQuery,
        fees: FeeTiers,
        beats: BookBeats,
      ) => {
        const openSymbols: SpotQuery['openSymbols'] = (realm, ownerId) => query.openSymbols(realm, ownerId);
        return new SpotService({
          commands,
          writers,
          market,
          policies,
          fees,
          clock,
          ids,
          gate,
          accounts,
          texts,
          openSymbols,
          beats,
        });
      },
    },
  ],
})
export class SpotModule {}
