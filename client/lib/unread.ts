import { useQuery } from '@tanstack/react-query';
import { getUnread } from '../../contracts/content.calls';
import { api } from './api';
import type { UnreadView } from '../../contracts/content.contract';
import { unreadKey } from './keys';
import { useLoggedIn } from './session';

export type { UnreadView };

const EVERY_MS = 60_000;
const NONE: UnreadView = { notices: 0, messages: 0 };

/** How many announcements and personal messages the reader has not opened yet; 0 for visitors and until the server has answered. */
export function useUnreadCounts(): UnreadView {
  const { data } = useQuery({
    queryKey: unreadKey(),
    queryFn: () => api.call(getUnread),
    enabled: useLoggedIn(),
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
  });
  return data ?? NONE;
}

/** Both together, for the bell. */
export function useUnread(): number {
  const { notices, messages } = useUnreadCounts();
  return notices + messages;
}
