import { useTranslation } from 'react-i18next';
import type { RewardsView } from '../../../contracts/reward.contract';
import { useFormat } from '../../lib/format';
import { Amount } from '../../ui/numbers';
import { useUtcDay } from '../../lib/use-utc-day';
import styles from './Reward.module.css';

/** Open vouchers, the first to end first, and what all have paid back. */
export function Vouchers({ rewards: { vouchers, paidBack } }: { rewards: RewardsView }) {
  const { t } = useTranslation('reward');
  const format = useFormat();
  const day = useUtcDay();
  return (
    <section className={styles.card} aria-labelledby="reward-vouchers">
      <h2 id="reward-vouchers">{t('vouchers.title')}</h2>
      {vouchers.length === 0 ? (
        <p className={styles.note}>{t('vouchers.none')}</p>
      ) : (
        <ul className={styles.vouchers} data-testid="fee-vouchers">
          {vouchers.map(({ feeVoucherId, amount, left, lastDate }) => (
            <li key={feeVoucherId}>
              <b>{t('vouchers.left', { left: format.amountDown(left, 8), amount: format.amount(amount, 8) })}</b>
              <small>{t('vouchers.until', { date: day(lastDate) })}</small>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.total}>
        <span>{t('vouchers.paidBack')}</span>
        <span>
          <Amount value={paidBack} decimals={8} /> USDT
        </span>
      </p>
    </section>
  );
}
