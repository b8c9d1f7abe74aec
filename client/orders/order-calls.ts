import {
  amendContractOrder,
  cancelAllContractOrders,
  cancelContractOrder,
  getContractFees,
  getContractFeeTable,
} from '../../contracts/contract.calls';
import { amendOrder, cancelAllOrders, cancelOrder as cancelSpotOrder } from '../../contracts/order.calls';
import type { OrderView } from '../../contracts/order.contract';
import { getFees, getFeeTable } from '../../contracts/spot.calls';
import { mergeUpdate } from '../app/account-feed';
import { api } from '../lib/api';
import { productOf } from '../market/traded-product';

const CALLS = {
  spot: { amend: amendOrder, cancel: cancelSpotOrder, cancelAll: cancelAllOrders },
  contract: { amend: amendContractOrder, cancel: cancelContractOrder, cancelAll: cancelAllContractOrders },
} as const;

/** The calls that change an open order of this symbol. */
export const callsOf = (symbol: string) => CALLS[productOf(symbol)];

/** The calls that say what a product charges: the account's own tier, and all tiers. */
export const feeCalls = {
  spot: { own: getFees, table: getFeeTable },
  contract: { own: getContractFees, table: getContractFeeTable },
} as const;

/** Cancels an order, and shows that everywhere; answers whether it is cancelled. A refusal is told. */
export const cancelOrder = ({ symbol, orderId }: Pick<OrderView, 'symbol' | 'orderId'>): Promise<boolean> =>
  api.call(callsOf(symbol).cancel, { symbol, orderId }).then(
    (answer) => (mergeUpdate(answer), true),
    () => false,
  );
