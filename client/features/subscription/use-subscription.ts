import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getNewCoins, getSubscription, getSubscriptions } from '../../../contracts/subscription.calls';
import { api } from '../../lib/api';
import { queryOf, type Filters } from '../../lib/filters';
import { EVERYTHING_OWN } from '../../lib/keys';
import { usePreferences } from '../../lib/preferences';
import { queryClient } from '../../lib/query';
import { subscriptionKeys } from './subscription.feature';

export const SUBSCRIPTION_POLICY = 'subscription.rules';
const PAGE = 30;
const WATCHED_EVERY_MS = 15_000;

/** Issues with what is subscribed so far, and what stands against subscribing; estimates follow it. */
export function useNewCoins() {
  const language = usePreferences((state) => state.language);
  return useQuery({
    queryKey: subscriptionKeys.coins(language),
    queryFn: ({ signal }) => api.call(getNewCoins, {}, { signal }),
    refetchInterval: WATCHED_EVERY_MS,
  });
}

export function useSubscriptions(filters: Filters) {
  return useInfiniteQuery({
    queryKey: subscriptionKeys.page(filters),
    queryFn: ({ pageParam }) =>
      api.call(getSubscriptions, { ...queryOf(filters), limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** One subscription with its estimate or allocation. */
export function useSubscription(subscriptionId: string) {
  return useQuery({
    queryKey: subscriptionKeys.one(subscriptionId),
    queryFn: () => api.call(getSubscription, { subscriptionId }),
    refetchInterval: WATCHED_EVERY_MS,
  });
}

export const refreshOwn = () => queryClient.invalidateQueries(EVERYTHING_OWN);
