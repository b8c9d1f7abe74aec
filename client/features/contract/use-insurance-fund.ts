import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getHousePositions } from '../../../contracts/house-position.calls';
import { getInsuranceFund } from '../../../contracts/insurance.calls';
import { api } from '../../lib/api';
import { useRealm } from '../../lib/session';
import { contractKeys } from './contract.feature';

const PAGE = 30;
const BALANCE_EVERY_MS = 60_000;
const HISTORY_EVERY_MS = 15_000;

/** What the fund has, without its history. */
export function useFundBalance() {
  return useQuery({
    queryKey: contractKeys.fund('balance', useRealm()),
    queryFn: ({ signal }) => api.call(getInsuranceFund, { limit: 1 }, { signal }),
    refetchInterval: BALANCE_EVERY_MS,
  });
}

/** The fund with all pages of its history that were asked for so far. */
export function useFundHistory() {
  return useInfiniteQuery({
    queryKey: contractKeys.fund('history', useRealm()),
    queryFn: ({ pageParam }) => api.call(getInsuranceFund, { limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: HISTORY_EVERY_MS,
  });
}

/** What the agents hold, at the mark prices of now. */
export function useHousePositions() {
  return useQuery({
    queryKey: contractKeys.fund('house', useRealm()),
    queryFn: ({ signal }) => api.call(getHousePositions, {}, { signal }),
    refetchInterval: HISTORY_EVERY_MS,
  });
}
