import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getMyTrades, getOpenOrders, getOrderHistory } from '../../contracts/order.calls';
import { api } from '../lib/api';
import type { OrderView } from '../../contracts/order.contract';
import { queryOf, type Filters } from '../lib/filters';
import { toAmount } from '../../shared/money';
import { useLoggedIn } from '../lib/session';
import { orderKeys } from '../market/keys';
import { withHeard } from '../market/open-orders';
import { remember } from '../market/order-news';
import { productOf, type TradedProduct } from '../market/traded-product';

const PAGE = 30;

/** All open orders of a product, newest first; the account feed keeps them current. */
export function useOpenOrders(product: TradedProduct) {
  return useQuery({
    queryKey: orderKeys.open(product),
    queryFn: () => readOpenOrders(product),
    enabled: useLoggedIn(),
  });
}

async function readOpenOrders(product: TradedProduct): Promise<OrderView[]> {
  const askedAt = performance.now();
  const answer = await api.call(getOpenOrders, { product });
  const orders = withHeard(answer, askedAt).filter(({ symbol }) => productOf(symbol) === product);
  remember(orders);
  return orders;
}

/** Past orders under these filters, a page at a time. */
export function useOrderHistory(filters: Filters) {
  return useInfiniteQuery({
    queryKey: orderKeys.history(filters),
    queryFn: ({ pageParam }) => api.call(getOrderHistory, paged(filters, pageParam)),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: useLoggedIn(),
  });
}

export function useMyTrades(filters: Filters) {
  return useInfiniteQuery({
    queryKey: orderKeys.trades(filters),
    queryFn: ({ pageParam }) => api.call(getMyTrades, paged(filters, pageParam)),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: useLoggedIn(),
  });
}

const paged = (filters: Filters, cursor: string) => ({
  ...queryOf(filters),
  limit: PAGE,
  ...(cursor !== '' && { cursor }),
});

/** An order, and the other leg of its OCO pair where the list has it. */
export interface OrderGroup {
  order: OrderView;
  leg: OrderView | null;
}

/** The list with the two legs of a pair as one: first the leg that traded, else the limit order or the take-profit. */
export function grouped(orders: readonly OrderView[]): OrderGroup[] {
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  return orders.flatMap((order) => {
    const leg = (order.ocoId !== null && byId.get(order.ocoId)) || null;
    return leg !== null && leads(leg, order) ? [] : [{ order, leg }];
  });
}

const leads = (one: OrderView, other: OrderView): boolean => {
  const traded = toAmount(one.filledQuantity) - toAmount(other.filledQuantity);
  return traded === 0n ? one.type === 'limit' || one.type === 'take-profit' : traded > 0n;
};

/** The order kind as the form names it; a take-profit is the first leg of a pair that the form has no name for. */
export const typeKey = (order: OrderView): string =>
  `type.${order.ocoId === null || order.type === 'take-profit' ? order.type : 'oco'}`;

/** Whether an open order is among what the filters keep. */
export const fits = (order: OrderView, filters: Filters): boolean =>
  (['symbol', 'side', 'type'] as const).every((name) => !filters[name] || filters[name] === order[name]);
