import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getDeposit, getDepositAddress, getDepositChannels, getDeposits } from '../../../contracts/deposit.calls';
import { api } from '../../lib/api';
import type { DepositView } from '../../../contracts/deposit.contract';
import type { Page } from '../../../contracts/envelope.contract';
import { queryOf, type Filters } from '../../lib/filters';
import { usePreferences } from '../../lib/preferences';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';
import { depositKeys } from './deposit.feature';

const PAGE = 30;
const FEW = 5;
/** While something waits and the live connection is away, the list is read again by itself. */
const LOOK_AGAIN_MS = 15_000;

export const useIsDemo = (): boolean => useSession((state) => state.session?.realm === 'demo');

export function useChannels() {
  const demo = useIsDemo();
  return useQuery({ queryKey: depositKeys.channels(), queryFn: () => api.call(getDepositChannels), enabled: !demo });
}

export function useDepositAddress(network: string, currency: string) {
  return useQuery({
    queryKey: depositKeys.address(network, currency),
    queryFn: () => api.call(getDepositAddress, { network, currency }),
    enabled: network !== '' && currency !== '',
    staleTime: Infinity,
  });
}

/** The newest few, however they stand: what waits moves by itself. */
export function useNewestDeposits() {
  return useQuery({
    queryKey: depositKeys.list({ newest: FEW }),
    queryFn: () => api.call(getDeposits, { limit: FEW }),
    refetchInterval: ({ state }) =>
      (state.data as Page<DepositView> | undefined)?.items.some(({ label }) => label === 'waiting') === true &&
      LOOK_AGAIN_MS,
  });
}

export function useDeposits(filters: Filters) {
  return useInfiniteQuery({
    queryKey: depositKeys.list(filters),
    queryFn: ({ pageParam }) =>
      api.call(getDeposits, { ...queryOf(filters), limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function useDeposit(depositId: string) {
  const language = usePreferences((state) => state.language);
  return useQuery({
    queryKey: depositKeys.one(language, depositId),
    queryFn: () => api.call(getDeposit, { depositId }),
  });
}

export const refreshDeposits = () => queryClient.invalidateQueries({ queryKey: depositKeys.all() });
