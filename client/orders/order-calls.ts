import {
  amendContractOrder,
  cancelAllContractOrders,
  cancelContractOrder,
  getContractFees,
  getContractFeeTable,
} from '../../contracts/contract.calls';
import { amendOrder, cancelAllOrders, cancelOrder } from '../../contracts/order.calls';
import { getFees, getFeeTable } from '../../contracts/spot.calls';
import { productOf } from '../market/traded-product';

const CALLS = {
  spot: { amend: amendOrder, cancel: cancelOrder, cancelAll: cancelAllOrders },
  contract: { amend: amendContractOrder, cancel: cancelContractOrder, cancelAll: cancelAllContractOrders },
} as const;

/** The calls that change an open order of this symbol. */
export const callsOf = (symbol: string) => CALLS[productOf(symbol)];

/** The calls that say what a product charges: the account's own tier, and all tiers. */
export const feeCalls = {
  spot: { own: getFees, table: getFeeTable },
  contract: { own: getContractFees, table: getContractFeeTable },
} as const;
