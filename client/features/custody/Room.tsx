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
  /** `null` of a demo account, which has no limits of its own. */
  own: CustodyLimits | null;
}

const UNCAPPED = { cap: null, open: '0' };

/** What the limits leave for an order, and which of them an amount passes. */
export function Room({ amount, product, own }: RoomProps) {
  const { t } = useTranslation(['custody', 'refusal', 'common']);
  const format = useFormat();
  const cap = own?.cap ?? UNCAPPED;
  const usdt = (text: string) => format.amountDown(text, 2);
  const left = capLeft(cap);
  const passed = beyond(amount, product, cap);
  const figures = Object.entries(passed?.params ?? {}).map(([name, value]) => [name, usdt(value)]);
  return (
    <div className={styles.funds}>
      {left !== null && (
        <p className={styles.available}>
          <span>{t('buy.capLeft')}</span>
          <b data-testid="custody-cap">{t('buy.of', { left: usdt(left), limit: usdt(cap.cap ?? '0') })}</b>
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
