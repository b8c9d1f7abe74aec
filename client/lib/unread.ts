import { useQuery } from '@tanstack/react-query';
import { calls } from './calls';
import { keys } from './query';
import { useLoggedIn } from './session';

const EVERY_MS = 60_000;

/** How many notices the logged-in reader has not opened yet; 0 for visitors and until the server has answered. */
export function useUnread(): number {
  const { data } = useQuery({
    queryKey: keys.unread,
    queryFn: calls.unread,
    enabled: useLoggedIn(),
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  });
  return data?.notices ?? 0;
}
