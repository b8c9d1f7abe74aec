import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OrderView } from '../../../contracts/spot.contract';
import { calls } from '../../lib/calls';
import { keys } from '../../lib/query';
import { useLoggedIn } from '../../lib/session';

const PAGE = 30;

/** All open orders of the account, newest first; the account feed keeps them current. */
export function useOpenOrders() {
  return useQuery({ queryKey: keys.openOrders, queryFn: calls.openOrders, enabled: useLoggedIn() });
}

export function useOrderHistory(symbol?: string) {
  return useInfiniteQuery({
    queryKey: keys.orderHistory(symbol),
    queryFn: ({ pageParam }) =>
      calls.orderHistory({ limit: PAGE, ...(symbol && { symbol }), ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: useLoggedIn(),
  });
}

export function useMyTrades(symbol?: string) {
  return useInfiniteQuery({
    queryKey: keys.myTrades(symbol),
    queryFn: ({ pageParam }) =>
      calls.myTrades({ limit: PAGE, ...(symbol && { symbol }), ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: useLoggedIn(),
  });
}

/** The order kind as the form names it. */
export const typeKey = (order: OrderView): string => `type.${order.ocoId === null ? order.type : 'oco'}`;
