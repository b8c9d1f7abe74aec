import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OrderView } from '../../../contracts/spot.contract';
import { calls } from '../../lib/calls';
import { keys } from '../../lib/query';
import { useLoggedIn } from '../../lib/session';
import { withHeard } from '../../market/open-orders';
import { remember } from '../../market/order-news';
import { askedOf, type Filters } from '../asset/filters';

const PAGE = 30;

/** All open orders of the account, newest first; the account feed keeps them current. */
export function useOpenOrders() {
  return useQuery({ queryKey: keys.openOrders, queryFn: readOpenOrders, enabled: useLoggedIn() });
}

async function readOpenOrders(): Promise<OrderView[]> {
  const askedAt = performance.now();
  const orders = withHeard(await calls.openOrders(), askedAt);
  remember(orders);
  return orders;
}

/** Past orders under these filters, a page at a time. */
export function useOrderHistory(filters: Filters) {
  return useInfiniteQuery({
    queryKey: keys.orderHistory(filters),
    queryFn: ({ pageParam }) => calls.orderHistory(paged(filters, pageParam)),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: useLoggedIn(),
  });
}

export function useMyTrades(filters: Filters) {
  return useInfiniteQuery({
    queryKey: keys.myTrades(filters),
    queryFn: ({ pageParam }) => calls.myTrades(paged(filters, pageParam)),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: useLoggedIn(),
  });
}

const paged = (filters: Filters, cursor: string) => ({
  ...askedOf(filters),
  limit: PAGE,
  ...(cursor !== '' && { cursor }),
});

/** The order kind as the form names it. */
export const typeKey = (order: OrderView): string => `type.${order.ocoId === null ? order.type : 'oco'}`;

/** Whether an open order is among what the filters keep. */
export const fits = (order: OrderView, filters: Filters): boolean =>
  (['symbol', 'side', 'type'] as const).every((name) => !filters[name] || filters[name] === order[name]);
