import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { transferFunds } from '../../../contracts/transfer.calls';
import { pathOf } from '../../app/routes';
import { toAmount } from '../../../shared/money';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { useOnce } from '../../lib/use-once';
import { Button } from '../../ui/Button';
import { useAmounts } from '../asset/use-amounts';
import { useFreshAssets } from '../asset/use-fresh-assets';
import { availableIn } from '../transfer/transfer-form';
import { missingFor } from './custody-form';
import { refreshOwn } from './use-custody';
import styles from './Custody.module.css';

const ASSET = 'USDT';

/** What the earning account has, and in place what it lacks for the amount: from the spot account, exactly that. */
export function Funds({ amount }: { amount: string }) {
  const { t } = useTranslation('custody');
  const format = useFormat();
  const amounts = useAmounts();
  const rows = useFreshAssets().data?.rows;
  if (rows === undefined) return null;
  const available = availableIn(rows, 'finance', ASSET);
  const missing = missingFor(amount, available);
  return (
    <div className={styles.funds}>
      <p className={styles.available}>
        <span>{t('buy.available')}</span>
        <b data-testid="custody-available">{amounts(format.amountDown(available, 2))} USDT</b>
      </p>
      {missing !== null && <Missing missing={missing} spot={availableIn(rows, 'spot', ASSET)} />}
    </div>
  );
}

function Missing({ missing, spot }: { missing: string; spot: string }) {
  const { t } = useTranslation(['custody', 'common']);
  const format = useFormat();
  const amounts = useAmounts();
  const shown = format.amount(missing, 8);
  return (
    <div className={styles.short} role="status">
      <p>{t('buy.short', { missing: shown })}</p>
      {toAmount(spot) >= toAmount(missing) ? (
        <TransferMissing missing={missing} />
      ) : (
        <p>
          {t('buy.elsewhere', { available: amounts(format.amountDown(spot, 2)) })}{' '}
          <Link className={styles.link} to={pathOf('deposit')}>
            {t('common:screen.deposit')}
          </Link>
        </p>
      )}
    </div>
  );
}

function TransferMissing({ missing }: { missing: string }) {
  const { t } = useTranslation('custody');
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const once = useOnce();
  const move = async () => {
    const body = { from: 'spot', to: 'finance', currency: ASSET, amount: missing } as const;
    setBusy(true);
    // A refusal shows as a toast, and the amount stays short.
    await once(missing, (requestToken) => api.call(transferFunds, { ...body, requestToken })).catch(() => undefined);
    await refreshOwn();
    setBusy(false);
  };
  return (
    <Button kind="plain" size="s" busy={busy} onClick={() => void move()}>
      {t('buy.transfer', { missing: format.amount(missing, 8) })}
    </Button>
  );
}
