import { useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRewardRecords, getRewards } from '../../../contracts/reward.calls';
import type { RewardKind } from '../../../contracts/reward.contract';
import { api } from '../../lib/api';
import { queryClient } from '../../lib/query';
import { EVERYTHING_OWN } from '../../lib/keys';
import { rewardKeys } from './reward.feature';

const PAGE = 30;
const WATCHED_EVERY_MS = 60_000;

/** The own calendar, points and vouchers; a new date shows by itself. */
export function useRewards() {
  return useQuery({
    queryKey: rewardKeys.rewards(),
    queryFn: () => api.call(getRewards),
    refetchInterval: WATCHED_EVERY_MS,
    refetchOnWindowFocus: true,
  });
}

export function useRewardRecords(kind: RewardKind | '') {
  return useInfiniteQuery({
    queryKey: rewardKeys.records(kind),
    queryFn: ({ pageParam }) =>
      api.call(getRewardRecords, { limit: PAGE, ...(kind && { kind }), ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Sends once at a time. A refusal shows as a toast, and what is refetched shows why. */
export function useSend(): [busy: boolean, send: (call: () => Promise<unknown>) => Promise<boolean>] {
  const [busy, setBusy] = useState(false);
  const send = async (call: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    const done = await call().then(
      () => true,
      () => false,
    );
    await queryClient.invalidateQueries(EVERYTHING_OWN);
    setBusy(false);
    return done;
  };
  return [busy, send];
}
