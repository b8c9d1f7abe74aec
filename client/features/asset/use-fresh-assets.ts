import { useQuery } from '@tanstack/react-query';
import { calls } from '../../lib/calls';
import { keys } from '../../lib/query';

const VALUES_AGE_MS = 5000;

/** Balances come by the account feed as they change; values are asked for again now and then, because prices move. */
export function useFreshAssets() {
  return useQuery({ queryKey: keys.assets, queryFn: () => calls.assets(), refetchInterval: VALUES_AGE_MS });
}
