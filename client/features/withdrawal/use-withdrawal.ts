import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  getWithdrawal,
  getWithdrawalRules,
  getWithdrawals,
  previewWithdrawal,
} from '../../../contracts/withdrawal.calls';
import { api } from '../../lib/api';
import type { WithdrawalKind, WithdrawalPreview, WithdrawalView } from '../../../contracts/withdrawal.contract';
import { queryOf, type Filters } from '../../lib/filters';
import { EVERYTHING_OWN } from '../../lib/keys';
import { queryClient } from '../../lib/query';
import { usePreferences } from '../../lib/preferences';
import { useSession } from '../../lib/session';
import type { WithdrawalRequest } from './withdrawal-form';
import { withdrawalKeys } from './withdrawal.feature';

const PAGE = 30;
const WATCH_MS = 4000;
const TYPING_MS = 200;

const useReal = (): boolean => useSession((state) => state.session?.realm === 'real');

/** The rules in force and the person's status for each; refetched every minute, because windows open and days end. */
export function useWithdrawalRules() {
  const enabled = useReal();
  return useQuery({
    queryKey: withdrawalKeys.rules(),
    queryFn: () => api.call(getWithdrawalRules),
    enabled,
    refetchInterval: 60_000,
  });
}

/**
 * What a request would cost and what stands against it, as the server sees it once typing pauses. Until then there is nothing: an
 * old fee beside a new amount would be a wrong one.
 */
export function usePreview(request: WithdrawalRequest) {
  const language = usePreferences((state) => state.language);
  const settled = useSettled(request);
  const query = useQuery({
    queryKey: withdrawalKeys.preview(language, settled),
    queryFn: ({ signal }) => api.call(previewWithdrawal, { ...settled }, { signal }),
    enabled: useReal(),
    placeholderData: keepPreviousData,
  });
  const isCurrent = !query.isPlaceholderData && JSON.stringify(settled) === JSON.stringify(request);
  return { preview: isCurrent ? query.data : undefined, isCounting: !isCurrent || query.isLoading };
}

/** The same at once, for who goes on before typing has paused. @throws as calls do. */
export function fetchPreview(request: WithdrawalRequest): Promise<WithdrawalPreview> {
  const { language } = usePreferences.getState();
  const queryFn = () => api.call(previewWithdrawal, { ...request });
  return queryClient.fetchQuery({ queryKey: withdrawalKeys.preview(language, request), queryFn, staleTime: 0 });
}

/** A value once it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** One request, looked at again while it waits. */
export function useWithdrawal(withdrawalId: string) {
  const language = usePreferences((state) => state.language);
  return useQuery({
    queryKey: withdrawalKeys.one(language, withdrawalId),
    queryFn: () => api.call(getWithdrawal, { withdrawalId }),
    refetchInterval: ({ state }) => (state.data?.label === 'waiting' ? WATCH_MS : false),
  });
}

export function useWithdrawals(kind: WithdrawalKind, filters: Filters) {
  const language = usePreferences((state) => state.language);
  return useInfiniteQuery({
    queryKey: withdrawalKeys.list(language, { kind, ...filters }),
    queryFn: ({ pageParam }) =>
      api.call(getWithdrawals, { kind, ...queryOf(filters), limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: useReal(),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isWaiting)) === true ? 2 * WATCH_MS : false,
  });
}

const isWaiting = ({ label }: WithdrawalView): boolean => label === 'waiting';

/** After a request or a cancellation: balances, counts and lists have moved. */
export const refreshWithdrawals = (): Promise<void> => queryClient.invalidateQueries(EVERYTHING_OWN);
