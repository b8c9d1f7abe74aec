import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLoggedIn } from '../../lib/session';
import { Icon } from '../../ui/icons';
import { openAlertDialog } from './alert-dialog';

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
  const { t } = useTranslation('market');
  const loggedIn = useLoggedIn();
  const go = useNavigate();
  const open = () => {
    if (loggedIn) openAlertDialog({ symbol });
    else void go(`/alerts?set=${encodeURIComponent(symbol)}`);
  };
  return (
    <button type="button" className={className} aria-label={t('setAlertOn', { symbol })} onClick={open}>
      <Icon name="bell" size={16} />
      {children}
    </button>
  );
}
