import { useTranslation } from 'react-i18next';
import type { DepositView } from '../../../contracts/deposit.contract';
import { useFormat } from '../../lib/format';
import styles from './Deposit.module.css';

/** The specification's label, with the finer status beside it. */
export function Label({ deposit: { label, status } }: { deposit: DepositView }) {
  const { t } = useTranslation('deposit');
  return (
    <span className={styles.standing}>
      <span className={styles.label} data-label={label}>
        {t(`label.${label}`)}
      </span>
      {label === 'success' || <small>{t(`status.${status}`)}</small>}
    </span>
  );
}

/** Confirmations as they come; nothing where none are waited for. */
export function Confirmations({ deposit }: { deposit: DepositView }) {
  const { t } = useTranslation('deposit');
  const format = useFormat();
  const { status, confirmations, confirmationsNeeded: needed, reorganised } = deposit;
  if (status !== 'seen' && status !== 'confirming') return null;
  const text = t('progress.count', { done: format.count(confirmations), needed: format.count(needed) });
  return (
    <div className={styles.progress}>
      <div
        role="progressbar"
        aria-label={t('fact.confirmations')}
        aria-valuemin={0}
        aria-valuemax={needed}
        aria-valuenow={confirmations}
        aria-valuetext={text}
        className={styles.bar}
      >
        {Array.from({ length: needed }, (_, index) => (
          <i key={index} data-done={index < confirmations || undefined} />
        ))}
      </div>
      <small>{text}</small>
      {reorganised > 0 && <small className={styles.warn}>{t('progress.reorganised', { count: reorganised })}</small>}
    </div>
  );
}

/** The amount that arrived, or the claimed amount while nothing has. */
export function useAmountOf(): (deposit: DepositView) => string {
  const format = useFormat();
  return ({ amount, declared, declaredCurrency, currency }) =>
    amount !== null
      ? `${format.amount(amount, 8)} ${currency}`
      : `(${format.amount(declared ?? '0', 8)} ${declaredCurrency ?? currency})`;
}
