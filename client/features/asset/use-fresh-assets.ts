import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { getAsset2, getAssetsAt } from '../../../contracts/asset.calls';
import { api } from '../../lib/api';
import { assetKeys } from './asset.feature';

const VALUES_AGE_MS = 5000;

/** Balances come by the account feed as they change; values are refetched at intervals, because prices move. */
export function useFreshAssets(enabled = true) {
  return useQuery({
    queryKey: assetKeys.balances(),
    queryFn: () => api.call(getAsset2),
    refetchInterval: VALUES_AGE_MS,
    enabled,
  });
}

/** The past instant in the page's address, and its setter; `undefined` is now. */
export function useAsOf(): [at: number | undefined, choose: (at: number | undefined) => void] {
  const [search, setSearch] = useSearchParams();
  const text = search.get('at') ?? '';
  const at = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  const choose = (next: number | undefined) =>
    setSearch(
      (now) => {
        const changed = new URLSearchParams(now);
        if (next === undefined) changed.delete('at');
        else changed.set('at', `${next}`);
        return changed;
      },
      { replace: true },
    );
  return [at, choose];
}

/** The assets now, or at the instant in the address. */
export function useShownAssets() {
  const [at] = useAsOf();
  const now = useFreshAssets(at === undefined);
  const then = useQuery({
    queryKey: assetKeys.at(at ?? 0),
    queryFn: () => api.call(getAssetsAt, { at: at ?? 0 }),
    enabled: at !== undefined,
    staleTime: Infinity,
  });
  return at === undefined ? now : then;
}
