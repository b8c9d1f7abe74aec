import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { getAlerts } from '../../contracts/alert.calls';
import { openAlertDialog } from '../features/alert/alert-dialog';
import { alertKeys } from '../features/alert/alert.feature';
import { api } from '../lib/api';
import { useLoggedIn } from '../lib/session';
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
  return watched.map(({ level: price }) => ({ price, side: 'alert', title: t('alert') }));
}

/** Opens the dialog for an instrument. A visitor logs in first, and comes to it then. */
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
  const loggedIn = useLoggedIn();
  const go = useNavigate();
  const open = () => {
    if (loggedIn) openAlertDialog({ symbol });
    else void go(`/alerts?set=${encodeURIComponent(symbol)}`);
  };
  return (
    <button type="button" className={className} aria-label={t('palette.alertOn', { symbol })} onClick={open}>
      <Icon name="bell" size={16} />
      {children}
    </button>
  );
}
