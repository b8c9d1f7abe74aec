import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CustodyLimits, CustodyProduct } from '../../../contracts/custody.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { beyond, capLeft } from './custody-form';
import styles from './Custody.module.css';

interface RoomProps {
  amount: string;
  product: CustodyProduct;
  own: CustodyLimits | null;
}

/** What the limits leave for an order, and which of them an amount passes. */
export function Room({ amount, product, own }: RoomProps) {
  const { t } = useTranslation(['custody', 'refusal', 'common']);
  const format = useFormat();
  if (own === null) return null;
  const usdt = (text: string) => format.amountDown(text, 2);
  const left = capLeft(own.cap);
  const passed = beyond(amount, product, own.cap);
  const figures = Object.entries(passed?.params ?? {}).map(([name, value]) => [name, usdt(value)]);
  return (
    <div className={styles.funds}>
      {left !== null && (
        <p className={styles.available}>
          <span>{t('buy.capLeft')}</span>
          <b data-testid="custody-cap">{t('buy.of', { left: usdt(left), limit: usdt(own.cap.cap ?? '0') })}</b>
        </p>
      )}
      {product.quotaLeft !== null && (
        <p className={styles.available}>
          <span>{t('buy.quotaLeft')}</span>
          <b>{t('buy.of', { left: usdt(product.quotaLeft), limit: usdt(product.quota) })}</b>
        </p>
      )}
      {passed !== null && (
        <p className={styles.short} role="status">
          {String(t(`refusal:${passed.refusal}`, Object.fromEntries(figures)))}{' '}
          {passed.refusal === 'custody.cap-exceeded' && (
            <Link className={styles.link} to={pathOf('risk')}>
              {t('common:screen.risk')}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
