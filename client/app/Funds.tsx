import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { transferFunds } from '../../contracts/transfer.calls';
import { toAmount } from '../../shared/money';
import { pathOf } from './routes';
import { api } from '../lib/api';
import { useFormat } from '../lib/format';
import { EVERYTHING_OWN } from '../lib/keys';
import { queryClient } from '../lib/query';
import { useMayCall } from '../lib/use-may-call';
import { useOnce } from '../lib/use-once';
import { Button } from '../ui/Button';
import { useAmounts } from '../features/asset/use-amounts';
import { useFreshAssets } from '../features/asset/use-fresh-assets';
import { availableIn, missingFor } from '../features/transfer/transfer-form';
import styles from './Funds.module.css';

const ASSET = 'USDT';
/** Where money of products comes from and returns to, each with the account that it is taken from. */
const SOURCES = { finance: 'spot', spot: 'finance' } as const;
type Target = keyof typeof SOURCES;

interface FundsProps {
  /** The account that pays. */
  to: Target;
  amount: string;
  /** A way to deposit stands beside it already. */
  isDepositNear?: boolean;
}

/** What an account has, and in place what it lacks for an amount: exactly that, so that a form keeps what was typed. */
export function Funds({ to, amount, isDepositNear = false }: FundsProps) {
  const { t } = useTranslation(['transfer', 'common']);
  const format = useFormat();
  const amounts = useAmounts();
  const mayCall = useMayCall();
  const rows = useFreshAssets().data?.rows;
  if (rows === undefined) return null;
  const available = availableIn(rows, to, ASSET);
  const missing = missingFor(amount, available);
  const source = availableIn(rows, SOURCES[to], ASSET);
  return (
    <div className={styles.funds}>
      <p className={styles.available}>
        <span>{t(`funds.available.${to}`)}</span>
        <b data-testid="funds-available">{amounts(format.amountDown(available, 2))} USDT</b>
      </p>
      {missing !== null && (
        <div className={styles.short} role="status">
          <p>{t(`funds.short.${to}`, { missing: format.amount(missing, 8) })}</p>
          {toAmount(source) >= toAmount(missing) ? (
            <TransferMissing to={to} missing={missing} mayTransfer={mayCall(transferFunds)} />
          ) : (
            <p>
              {t(`funds.held.${SOURCES[to]}`, { available: amounts(format.amountDown(source, 2)) })}{' '}
              {!isDepositNear && (
                <Link className={styles.link} to={pathOf('deposit')}>
                  {t('common:screen.deposit')}
                </Link>
              )}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

interface MissingProps {
  to: Target;
  missing: string;
  mayTransfer: boolean;
}

function TransferMissing({ to, missing, mayTransfer }: MissingProps) {
  const { t } = useTranslation('transfer');
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const once = useOnce();
  const move = async () => {
    const body = { from: SOURCES[to], to, currency: ASSET, amount: missing };
    setBusy(true);
    // A refusal shows as a toast, and the amount stays short.
    await once(missing, (requestToken) => api.call(transferFunds, { ...body, requestToken })).catch(() => undefined);
    await queryClient.invalidateQueries(EVERYTHING_OWN);
    setBusy(false);
  };
  if (!mayTransfer) return <p>{t('funds.frozen')}</p>;
  return (
    <Button kind="plain" size="s" busy={busy} onClick={() => void move()}>
      {t(`funds.move.${SOURCES[to]}`, { missing: format.amount(missing, 8) })}
    </Button>
  );
}
