import type { OrderView } from '../../contracts/order.contract';
import { isAuctionOnly } from '../../shared/order';

/** Its status; a stop that triggered and still waits for quotes says so, and an order that waits for an auction. */
export const statusKey = (order: OrderView): string => {
  if (isFilling(order)) return 'status.filling';
  if (!isWaitingForAuction(order)) return `status.${order.status}`;
  return order.timeInForce === 'OPG' ? 'status.atOpen' : 'status.atClose';
};

/** An auction fills it or ends it: it never stays filled in part. */
export const isWaitingForAuction = ({ timeInForce, status }: OrderView): boolean =>
  isAuctionOnly(timeInForce) && status === 'unfilled';

/** A market order waits for an auction alone, so a stop that is open has either not triggered or not found enough yet. */
export const isFilling = ({ type, status, untriggered }: OrderView): boolean =>
  type === 'stop' && !untriggered && (status === 'unfilled' || status === 'trading');
