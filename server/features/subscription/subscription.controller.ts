import { Controller } from '@nestjs/common';
import {
  approveNewCoin,
  cancelNewCoin,
  getNewCoins,
  getSubscription,
  getSubscriptions,
  proposeNewCoin,
  rejectNewCoin,
  subscribeNewCoin,
} from '../../../contracts/subscription.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { SubscriptionQuery } from './subscription.query.js';
import { SubscriptionService } from './subscription.service.js';

/** New coins as everybody reads them, own subscriptions, and what two members of the staff decide. */
@Controller()
export class SubscriptionController {
  constructor(
    private readonly service: SubscriptionService,
    private readonly query: SubscriptionQuery,
  ) {}

  @Handle(getNewCoins)
  getNewCoins(context: CallContext<typeof getNewCoins>) {
    return this.service.list(context);
  }

  @Handle(subscribeNewCoin)
  subscribeNewCoin(context: CallContext<typeof subscribeNewCoin>) {
    return this.service.subscribe(context);
  }

  @Handle(getSubscriptions)
  getSubscriptions({ session, input }: CallContext<typeof getSubscriptions>) {
    return this.query.page(session, input);
  }

  @Handle(getSubscription)
  getSubscription(context: CallContext<typeof getSubscription>) {
    return this.service.info(context);
  }

  @Handle(proposeNewCoin)
  proposeNewCoin({ session, requestToken, input }: CallContext<typeof proposeNewCoin>) {
    return this.service.propose({ staffId: session.staffId, requestToken }, input);
  }

  @Handle(approveNewCoin)
  approveNewCoin({ session, requestToken, input }: CallContext<typeof approveNewCoin>) {
    return this.service.approve({ staffId: session.staffId, requestToken }, input);
  }

  @Handle(rejectNewCoin)
  rejectNewCoin({ session, requestToken, input }: CallContext<typeof rejectNewCoin>) {
    return this.service.reject({ staffId: session.staffId, requestToken }, input);
  }

  @Handle(cancelNewCoin)
  cancelNewCoin({ session, requestToken, input }: CallContext<typeof cancelNewCoin>) {
    return this.service.cancel({ staffId: session.staffId, requestToken }, input);
  }
}
