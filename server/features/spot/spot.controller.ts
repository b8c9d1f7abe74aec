import { Controller } from '@nestjs/common';
import { amendOrder, cancelAllOrders, cancelOrder } from '../../../contracts/order.calls.js';
import { getFees, getFeeTable, placeOco, placeOrder, previewOrder } from '../../../contracts/spot.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { FeeTiers } from '../../trading/runtime/fee-tiers.js';
import { SpotService } from './spot.service.js';

@Controller()
export class SpotController {
  constructor(
    private readonly spot: SpotService,
    private readonly fees: FeeTiers,
  ) {}

  @Handle(placeOrder)
  placeOrder(context: CallContext<typeof placeOrder>) {
    return this.spot.place(context);
  }

  @Handle(placeOco)
  placeOco(context: CallContext<typeof placeOco>) {
    return this.spot.placeOco(context);
  }

  @Handle(amendOrder)
  amendOrder(context: CallContext<typeof amendOrder>) {
    return this.spot.orders.amend(context);
  }

  @Handle(cancelOrder)
  cancelOrder(context: CallContext<typeof cancelOrder>) {
    return this.spot.orders.cancel(context);
  }

  @Handle(cancelAllOrders)
  cancelAllOrders(context: CallContext<typeof cancelAllOrders>) {
    return this.spot.orders.cancelAll(context);
  }

  @Handle(previewOrder)
  previewOrder(context: CallContext<typeof previewOrder>) {
    return this.spot.preview(context);
  }

  @Handle(getFeeTable)
  getFeeTable(_: CallContext<typeof getFeeTable>) {
    return this.fees.table();
  }

  @Handle(getFees)
  getFees({ session }: CallContext<typeof getFees>) {
    return this.fees.view(session.realm, session.ownerId);
  }
}
