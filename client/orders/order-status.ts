import type { OrderView } from '../../contracts/order.contract';

/** Its status; a stop that triggered and still waits for quotes says so. */
export const statusKey = (order: OrderView): string => `status.${isFilling(order) ? 'filling' : order.status}`;

/** A market order never waits, so a stop that is open has either not triggered or not found enough yet. */
export const isFilling = ({ type, status, untriggered }: OrderView): boolean =>
  type === 'stop' && !untriggered && (status === 'unfilled' || status === 'trading');
