import { Global, Module } from '@nestjs/common';
import { LiveOrders } from '../../core/ports/live-account.js';
import { BookOrders } from '../../core/ports/book-orders.js';
import { OpenOrders } from '../../core/ports/open-orders.js';
import { FeeTiers } from './fee-tiers.js';
import { SpotReadController } from './spot-read.controller.js';
import { SpotBookOrders } from './spot-book-orders.js';
import { SplitBooks } from '../../core/ports/split-books.js';
import { SpotHistoryQuery } from './spot-history.query.js';
import { SpotSplits } from './spot-splits.js';
import { SpotQuery } from './spot.query.js';

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
  ],
  exports: [SpotQuery, FeeTiers, OpenOrders, BookOrders, LiveOrders, SplitBooks],
})
export class SpotReadModule {}
