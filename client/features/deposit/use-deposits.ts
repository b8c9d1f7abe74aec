import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { DepositView } from '../../../contracts/deposit.contract';
import type { Page } from '../../../contracts/envelope.contract';
import { calls } from '../../lib/calls';
import { askedOf, type Filters } from '../../lib/filters';
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
  return useQuery({ queryKey: depositKeys.channels(), queryFn: calls.depositChannels, enabled: !demo });
}

export function useDepositAddress(network: string, currency: string) {
  return useQuery({
    queryKey: depositKeys.address(network, currency),
    queryFn: () => calls.depositAddress({ network, currency }),
    enabled: network !== '' && currency !== '',
    staleTime: Infinity,
  });
}

/** The newest few, however they stand: what waits moves by itself. */
export function useNewestDeposits() {
  return useQuery({
    queryKey: depositKeys.list({ newest: FEW }),
    queryFn: () => calls.deposits({ limit: FEW }),
    refetchInterval: ({ state }) =>
      (state.data as Page<DepositView> | undefined)?.items.some(({ label }) => label === 'waiting') === true &&
      LOOK_AGAIN_MS,
  });
}

export function useDeposits(filters: Filters) {
  return useInfiniteQuery({
    queryKey: depositKeys.list(filters),
    queryFn: ({ pageParam }) =>
      calls.deposits({ ...askedOf(filters), limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function useDeposit(depositId: string) {
  const language = usePreferences((state) => state.language);
  return useQuery({
    queryKey: depositKeys.one(language, depositId),
    queryFn: () => calls.deposit(depositId),
  });
}

export const refreshDeposits = () => queryClient.invalidateQueries({ queryKey: depositKeys.all() });
