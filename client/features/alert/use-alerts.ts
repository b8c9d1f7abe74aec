import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getAlertLimits, getAlerts, pauseAlert, removeAlert } from '../../../contracts/alert.calls';
import type { AlertsFilter, AlertsView } from '../../../contracts/alert.contract';
import { api } from '../../lib/api';
import { queryClient } from '../../lib/query';
import { alertKeys } from './alert.feature';

const PAGE = 50;

/** Own alerts, newest first, a page at a time. */
export function useAlerts(show: AlertsFilter, symbol: string | undefined) {
  return useInfiniteQuery({
    queryKey: alertKeys.list({ show, symbol }),
    queryFn: ({ pageParam }) =>
      api.call(getAlerts, {
        show,
        limit: PAGE,
        ...(symbol !== undefined && { symbol }),
        ...(pageParam !== '' && { cursor: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: (page: AlertsView) => page.nextCursor ?? undefined,
  });
}

/** What the policy allows, and how many are open. */
export function useAlertLimits() {
  return useQuery({ queryKey: alertKeys.limits(), queryFn: () => api.call(getAlertLimits) });
}

export async function refreshAlerts(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: alertKeys.list() }),
    queryClient.invalidateQueries({ queryKey: alertKeys.limits() }),
    queryClient.invalidateQueries({ queryKey: alertKeys.lines() }),
  ]);
}

/** If another tab ended it meanwhile, a toast and the list show that. */
export async function setPaused(alertId: string, paused: boolean): Promise<void> {
  await api.call(pauseAlert, { alertId, paused: paused ? 'true' : 'false' }).catch(() => undefined);
  await refreshAlerts();
}

export async function remove(alertId: string): Promise<void> {
  await api.call(removeAlert, { alertId }).catch(() => undefined);
  await refreshAlerts();
}
