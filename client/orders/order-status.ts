import type { OrderView } from '../../contracts/order.contract';

/** Its status; a stop that triggered and still waits for quotes says so, and an order that waits for the closing auction. */
export const statusKey = (order: OrderView): string =>
  `status.${isFilling(order) ? 'filling' : isWaitingForClose(order) ? 'atClose' : order.status}`;

/** An auction fills it or ends it: it never stays filled in part. */
export const isWaitingForClose = ({ timeInForce, status }: OrderView): boolean =>
  timeInForce === 'ATC' && status === 'unfilled';

/** A market order waits for a close alone, so a stop that is open has either not triggered or not found enough yet. */
export const isFilling = ({ type, status, untriggered }: OrderView): boolean =>
  type === 'stop' && !untriggered && (status === 'unfilled' || status === 'trading');
