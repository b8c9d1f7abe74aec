import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getFund, getFundPlans, getFundRequests } from '../../../contracts/fund.calls';
import type { FundLevel } from '../../../shared/fund';
import { api } from '../../lib/api';
import { queryOf, type Filters } from '../../lib/filters';
import { EVERYTHING_OWN } from '../../lib/keys';
import { usePreferences } from '../../lib/preferences';
import { queryClient } from '../../lib/query';
import { fundKeys } from './fund.feature';

export const FUND_POLICY = 'fund.rules';
const PAGE = 30;
const WATCHED_EVERY_MS = 30_000;

/** A fund with its last value, and the date that an order of now gets. */
export function useFund(level: FundLevel) {
  const language = usePreferences((state) => state.language);
  return useQuery({
    queryKey: fundKeys.one(language, level),
    queryFn: ({ signal }) => api.call(getFund, { level }, { signal }),
    refetchInterval: WATCHED_EVERY_MS,
  });
}

export function useRequests(filters: Filters) {
  return useInfiniteQuery({
    queryKey: fundKeys.requests(filters),
    queryFn: ({ pageParam }) =>
      api.call(getFundRequests, { ...queryOf(filters), limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Recurring purchases of every fund, and between which dates a new one may begin. */
export function usePlans() {
  return useQuery({
    queryKey: fundKeys.plans(),
    queryFn: ({ signal }) => api.call(getFundPlans, {}, { signal }),
    refetchInterval: WATCHED_EVERY_MS,
  });
}

export const refreshOwn = () => queryClient.invalidateQueries(EVERYTHING_OWN);
