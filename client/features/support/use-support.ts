import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getSupport, getSupportConversation, getSupportConversations } from '../../../contracts/support.calls';
import { api } from '../../lib/api';
import { queryClient } from '../../lib/query';
import { supportKeys } from './support.feature';

const PAGE = 20;
/** The live channel pushes at once; polling covers its outages. */
const LOOK_AGAIN_MS = 15_000;

/** Hours, limits and the conversation under way. */
export function useSupport() {
  return useQuery({
    queryKey: supportKeys.view(),
    queryFn: () => api.call(getSupport),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function useConversation(conversationId: string) {
  return useQuery({
    queryKey: supportKeys.conversation(conversationId),
    queryFn: () => api.call(getSupportConversation, { conversationId }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** All conversations, newest first, a page at a time. */
export function useConversations() {
  return useInfiniteQuery({
    queryKey: supportKeys.older(),
    queryFn: ({ pageParam }) =>
      api.call(getSupportConversations, { limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** After a change of one's own. */
export const refreshSupport = () => queryClient.invalidateQueries({ queryKey: supportKeys.all() });
