import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { changeAlert, getAlerts } from '../../contracts/alert.calls';
import type { AlertsView } from '../../contracts/alert.contract';
import { openAlertDialog } from '../features/alert/alert-dialog';
import { movedTerms } from '../features/alert/alert-form';
import { alertKeys } from '../features/alert/alert.feature';
import { refreshAlerts } from '../features/alert/use-alerts';
import { api } from '../lib/api';
import { queryClient } from '../lib/query';
import { useLoggedIn, useSession } from '../lib/session';
import { Icon } from '../ui/icons';
import type { ChartLine } from './chart/chart-types';

const LINES_MAX = 50;

/** The active alerts on an instrument's price, as lines on its chart. A move in per cent has no price of its own. */
export function useAlertLines(symbol: string): readonly ChartLine[] {
  const { t } = useTranslation('chart', { useSuspense: false });
  const { data } = useQuery({
    queryKey: alertKeys.lines(symbol),
    queryFn: () => api.call(getAlerts, { show: 'active', symbol, limit: LINES_MAX }),
    enabled: useLoggedIn(),
  });
  const watched = (data?.items ?? []).filter(({ kind, status }) => status === 'active' && kind !== 'moves');
  return watched.map(({ alertId: id, level: price }): ChartLine => {
    const name = t('alert');
    return { price, side: 'alert', title: name, handle: { id, kind: 'alert', name, drag: 'move' } };
  });
}

/** Gives an alert of the chart another price and leaves its other terms; answers whether it has it. A refusal is told. */
export function useAlertMove(symbol: string): (alertId: string, level: string) => Promise<boolean> {
  const real = useSession((state) => state.session?.realm === 'real');
  return async (alertId, level) => {
    const key = alertKeys.lines(symbol);
    const alert = queryClient.getQueryData<AlertsView>(key)?.items.find((each) => each.alertId === alertId);
    if (alert === undefined) return false;
    const terms = movedTerms(alert, level, real);
    const moved = await api.call(changeAlert, { alertId, ...terms }).then(
      () => true,
      () => false,
    );
    await refreshAlerts();
    return moved;
  };
}

/** Opens the dialog for an instrument, perhaps at a price. A visitor logs in first, and comes to it then. */
export function useAlertOpener(symbol: string): (level?: string) => void {
  const loggedIn = useLoggedIn();
  const go = useNavigate();
  return (level) => {
    if (loggedIn) openAlertDialog({ symbol, ...(level !== undefined && { level }) });
    else void go(`/alerts?${new URLSearchParams({ set: symbol, ...(level !== undefined && { level }) }).toString()}`);
  };
}

export function AlertButton({
  symbol,
  className,
  children,
}: {
  symbol: string;
  className: string | undefined;
  children?: string;
}) {
  const { t } = useTranslation('common');
  const open = useAlertOpener(symbol);
  return (
    <button type="button" className={className} aria-label={t('palette.alertOn', { symbol })} onClick={() => open()}>
      <Icon name="bell" size={16} />
      {children}
    </button>
  );
}
