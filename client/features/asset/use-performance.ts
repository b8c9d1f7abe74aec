import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getPerformance } from '../../../contracts/performance.calls';
import { api } from '../../lib/api';
import type { AssetsView } from '../../../contracts/asset.contract';
import { byCoin } from './asset-rows';
import { assetKeys } from './asset.feature';
import { performanceOf, type Performance } from './performance';

const REFRESH_MS = 60_000;

/** Cost and profit of the coins. Refetched when a balance changes, and at intervals, because days end. */
export function usePerformance(assets: AssetsView | undefined): Performance | undefined {
  const coins = byCoin(assets?.rows ?? []);
  const held = coins.map(({ currency, total }) => `${currency} ${total}`).sort();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = useQuery({
    queryKey: assetKeys.performance({ timeZone, held }),
    queryFn: () => api.call(getPerformance, { timeZone }),
    refetchInterval: REFRESH_MS,
    enabled: assets !== undefined,
    placeholderData: keepPreviousData,
  });
  return query.data && performanceOf(coins, query.data);
}
