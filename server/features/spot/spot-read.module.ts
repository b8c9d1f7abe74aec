import { Global, Module } from '@nestjs/common';
import { LiveOrders } from '../../core/ports/live-account.js';
import { BookOrders } from '../../core/ports/book-orders.js';
import { OpenOrders } from '../../core/ports/open-orders.js';
import { FEE_PRODUCT, FeeTiers, type FeeProduct } from '../../trading/runtime/fee-tiers.js';
import { feeVolumes } from '../../trading/venue/order.tables.js';
import { SpotReadController } from './spot-read.controller.js';
import { SpotBookOrders } from './spot-book-orders.js';
import { SplitBooks } from '../../core/ports/split-books.js';
import { SpotHistoryQuery } from './spot-history.query.js';
import { SpotSplits } from './spot-splits.js';
import { SpotQuery } from './spot.query.js';

const SPOT_FEES: FeeProduct = { policy: 'spot.fees', projection: 'spot', volumes: feeVolumes };

@Global()
@Module({
  controllers: [SpotReadController],
  providers: [
    SpotQuery,
    { provide: OpenOrders, useExisting: SpotQuery },
    { provide: BookOrders, useClass: SpotBookOrders },
    { provide: SplitBooks, useClass: SpotSplits },
    { provide: LiveOrders, useExisting: SpotQuery },
    SpotHistoryQuery,
    FeeTiers,
    { provide: FEE_PRODUCT, useValue: SPOT_FEES },
  ],
  exports: [SpotQuery, FeeTiers, OpenOrders, BookOrders, LiveOrders, SplitBooks],
})
export class SpotReadModule {}
