import { amendContractOrder, cancelAllContractOrders, cancelContractOrder } from '../../contracts/contract.calls';
import { amendOrder, cancelAllOrders, cancelOrder } from '../../contracts/order.calls';
import { productOf } from '../market/traded-product';

const CALLS = {
  spot: { amend: amendOrder, cancel: cancelOrder, cancelAll: cancelAllOrders },
  contract: { amend: amendContractOrder, cancel: cancelContractOrder, cancelAll: cancelAllContractOrders },
} as const;

/** The calls that change an open order of this symbol. */
export const callsOf = (symbol: string) => CALLS[productOf(symbol)];
