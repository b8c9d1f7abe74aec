import { Global, Module } from '@nestjs/common';
import { LiveOrders } from '../../core/ports/live-account.js';
import { BookOrders } from '../../core/ports/book-orders.js';
import { OpenOrders } from '../../core/ports/open-orders.js';
import { SplitBooks } from '../../core/ports/split-books.js';
import { BookSplits } from './book-splits.js';
import { OpenBookOrders } from './book-orders.js';
import { OrderController } from './order.controller.js';
import { OrderHistoryQuery } from './order-history.query.js';
import { OrderQuery } from './order.query.js';

@Global()
@Module({
  controllers: [OrderController],
  providers: [
    OrderQuery,
    { provide: OpenOrders, useExisting: OrderQuery },
    { provide: LiveOrders, useExisting: OrderQuery },
    { provide: BookOrders, useClass: OpenBookOrders },
    { provide: SplitBooks, useClass: BookSplits },
    OrderHistoryQuery,
  ],
  exports: [OpenOrders, BookOrders, LiveOrders, SplitBooks],
})
export class OrderModule {}
