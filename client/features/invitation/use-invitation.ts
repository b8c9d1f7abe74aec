import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getInvitationRewards, getInvitationTerms, getMyPromotion } from '../../../contracts/invitation.calls';
import { api } from '../../lib/api';
import { queryOf, type Filters } from '../../lib/filters';
import { invitationKeys } from './invitation.feature';

const PAGE = 30;
const COUNTED_EVERY_MS = 30_000;

/** Own code and levels, and the terms with the median of now. */
export function usePromotion(enabled: boolean) {
  return useQuery({
    queryKey: invitationKeys.promotion(),
    queryFn: () => api.call(getMyPromotion),
    enabled,
    refetchInterval: COUNTED_EVERY_MS,
  });
}

/** Who earns what, as a visitor reads it. */
export function useTerms(enabled: boolean) {
  return useQuery({
    queryKey: invitationKeys.terms(),
    queryFn: ({ signal }) => api.call(getInvitationTerms, {}, { signal }),
    enabled,
  });
}

export function useRewards(filters: Filters) {
  return useInfiniteQuery({
    queryKey: invitationKeys.rewards(filters),
    queryFn: ({ pageParam }) =>
      api.call(getInvitationRewards, { ...queryOf(filters), limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
}
