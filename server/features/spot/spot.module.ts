import { Module } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { BookBeats } from '../../core/ports/book-beats.js';
import { OpenOrders } from '../../core/ports/open-orders.js';
import { AccountGate } from '../../core/ports/account-gate.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { TradeGate } from '../../core/ports/trade-gate.js';
import { Messages } from '../../edge/http/messages.js';
import { BookMarket } from '../../market/book-market.js';
import { Writers } from '../../engine/writer/writers.js';
import { FEE_PRODUCT, FeeTiers, type FeeProduct } from '../../trading/runtime/fee-tiers.js';
import { SpotController } from './spot.controller.js';
import { SpotService } from './spot.service.js';
import { spotKind } from './spot.state.js';

const SPOT_FEES: FeeProduct = { name: spotKind.name, policy: 'spot.fees' };

@Module({
  controllers: [SpotController],
  providers: [
    FeeTiers,
    { provide: FEE_PRODUCT, useValue: SPOT_FEES },
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
        OpenOrders,
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
        orders: OpenOrders,
        fees: FeeTiers,
        beats: BookBeats,
      ) => {
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
          orders,
          beats,
        });
      },
    },
  ],
})
export class SpotModule {}
