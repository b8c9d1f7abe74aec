import { Module } from '@nestjs/common';
import { LiveOrders } from '../../core/ports/live-account.js';
import { OpenOrders } from '../../core/ports/open-orders.js';
import { FeeTiers } from './fee-tiers.js';
import { SpotReadController } from './spot-read.controller.js';
import { SpotHistoryQuery } from './spot-history.query.js';
import { SpotQuery } from './spot.query.js';

@Module({
  controllers: [SpotReadController],
  providers: [
    SpotQuery,
    { provide: OpenOrders, useExisting: SpotQuery },
    { provide: LiveOrders, useExisting: SpotQuery },
    SpotHistoryQuery,
    FeeTiers,
  ],
  exports: [SpotQuery, FeeTiers, OpenOrders, LiveOrders],
})
export class SpotReadModule {}
