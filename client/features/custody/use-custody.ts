import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getCustodyOrders, getProfitInfo, getProfitList, getProfitTotal } from '../../../contracts/custody.calls';
import type { CustodyGroup } from '../../../contracts/custody.contract';
import { api } from '../../lib/api';
import { queryOf, type Filters } from '../../lib/filters';
import { EVERYTHING_OWN } from '../../lib/keys';
import { usePreferences } from '../../lib/preferences';
import { queryClient } from '../../lib/query';
import { custodyKeys } from './custody.feature';

export const CUSTODY_POLICY = 'custody.rules';
const PAGE = 30;
const WATCHED_EVERY_MS = 30_000;

/** Products with what stands against buying each, the treasury, and the own limits. */
export function useProducts(group: CustodyGroup = 'custody') {
  const language = usePreferences((state) => state.language);
  return useQuery({
    queryKey: custodyKeys.list(language, group),
    queryFn: ({ signal }) => api.call(getProfitList, { group }, { signal }),
    refetchInterval: WATCHED_EVERY_MS,
  });
}

export function useTotal() {
  return useQuery({ queryKey: custodyKeys.total(), queryFn: () => api.call(getProfitTotal) });
}

/** The published rates of a product's last thirty dates. */
export function useRates(productId: string) {
  return useQuery({
    queryKey: custodyKeys.rates(productId),
    queryFn: ({ signal }) => api.call(getProfitInfo, { productId }, { signal }),
  });
}

export function useOrders(filters: Filters) {
  return useInfiniteQuery({
    queryKey: custodyKeys.orders(filters),
    queryFn: ({ pageParam }) =>
      api.call(getCustodyOrders, { ...queryOf(filters), limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** One order with its days; it moves by itself while it runs. */
export function useOrder(orderId: string) {
  return useQuery({
    queryKey: custodyKeys.one(orderId),
    queryFn: () => api.call(getProfitInfo, { orderId }),
    refetchInterval: WATCHED_EVERY_MS,
  });
}

export const refreshOwn = () => queryClient.invalidateQueries(EVERYTHING_OWN);
