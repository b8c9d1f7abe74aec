import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lendBack, lendList, lendMy, lendMylist } from '../../../contracts/loan.calls';
import { api } from '../../lib/api';
import { queryOf, type Filters } from '../../lib/filters';
import { EVERYTHING_OWN } from '../../lib/keys';
import { usePreferences } from '../../lib/preferences';
import { queryClient } from '../../lib/query';
import { loanKeys } from './loan.feature';

const PAGE = 30;
const WATCHED_EVERY_MS = 60_000;

/** Loans as they are offered. */
export function useProducts() {
  return useQuery({
    queryKey: loanKeys.products(),
    queryFn: ({ signal }) => api.call(lendList, {}, { signal }),
    refetchInterval: WATCHED_EVERY_MS,
  });
}

/** Own limit, score and debt, and what stands against borrowing. */
export function useMy() {
  const language = usePreferences((state) => state.language);
  return useQuery({
    queryKey: loanKeys.my(language),
    queryFn: () => api.call(lendMy),
    refetchInterval: WATCHED_EVERY_MS,
  });
}

export function useLoans(filters: Filters) {
  return useInfiniteQuery({
    queryKey: loanKeys.list(filters),
    queryFn: ({ pageParam }) =>
      api.call(lendMylist, { ...queryOf(filters), limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** One loan with what repaying costs; what is owed grows with each date. */
export function useLoan(loanId: string) {
  return useQuery({
    queryKey: loanKeys.one(loanId),
    queryFn: () => api.call(lendBack, { loanId }),
    refetchInterval: WATCHED_EVERY_MS,
  });
}

export const refreshOwn = () => queryClient.invalidateQueries(EVERYTHING_OWN);
