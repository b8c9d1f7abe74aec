import { useTranslation } from 'react-i18next';
import type { FundView } from '../../../contracts/fund.contract';
import { useFormat } from '../../lib/format';
import { useUtcDay } from '../../lib/use-utc-day';
import styles from './Fund.module.css';

/** Which value an order of now gets, why nobody knows it, and until when it can be cancelled. */
export function Pricing({ fund }: { fund: Pick<FundView, 'navDate' | 'strikesAt' | 'firstCloseAt'> }) {
  const { t } = useTranslation('fund');
  const format = useFormat();
  const day = useUtcDay();
  const { navDate, strikesAt, firstCloseAt } = fund;
  return (
    <div className={styles.pricing} data-testid="fund-pricing">
      <p>{t('order.date', { date: day(navDate), at: format.dateTime(strikesAt) })}</p>
      <p>{t('order.unknown')}</p>
      <p>{t('order.cancel', { at: format.dateTime(firstCloseAt) })}</p>
    </div>
  );
}
