import { useTranslation } from 'react-i18next';
import { datesFrom } from '../../../shared/custody';
import { useFormat } from '../../lib/format';
import type { CustodyProduct } from '../../../contracts/custody.contract';
import { dayRange } from './custody-form';
import { useUtcDay } from '../../lib/use-utc-day';
import styles from './Custody.module.css';

/** The dates that would earn interest, each with the least and the most that it brings. */
export function Days({ amount, product }: { amount: string; product: CustodyProduct }) {
  const { t } = useTranslation('custody');
  const format = useFormat();
  const day = useUtcDay();
  const { least, most } = dayRange(amount, product);
  const range = t('fact.rateRange', { least: format.amountDown(least, 4), most: format.amountDown(most, 4) });
  return (
    <details className={styles.folded}>
      <summary>{t('buy.days', { date: day(product.firstDate) })}</summary>
      <p className={styles.note}>{t('buy.daysNote')}</p>
      <p className={styles.note}>{t('buy.daysLate')}</p>
      <table className={styles.days}>
        <thead>
          <tr>
            <th scope="col">{t('column.date')}</th>
            <th scope="col">{t('buy.range')}</th>
          </tr>
        </thead>
        <tbody>
          {datesFrom(product.firstDate, product.cycleDays).map((date) => (
            <tr key={date}>
              <th scope="row">{day(date)}</th>
              <td>{range}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
