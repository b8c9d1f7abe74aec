import { useTranslation } from 'react-i18next';
import type { CustodyProducts } from '../../../contracts/custody.contract';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import styles from './Custody.module.css';

const ROWS = ['granted', 'held', 'free'] as const;

/** The account that pays: what it was granted, what is promised, and what it could still promise. */
export function Treasury({ treasury }: Pick<CustodyProducts, 'treasury'>) {
  const { t } = useTranslation('custody');
  const format = useFormat();
  return (
    <section className={styles.card} aria-labelledby="custody-treasury">
      <h2 id="custody-treasury">{t('treasury.title')}</h2>
      <p className={styles.note}>{t('treasury.lead')}</p>
      <FactList
        className={styles.facts}
        rows={ROWS.map((row) => [t(`treasury.${row}`), `${format.amountDown(treasury[row], 2)} USDT`] as const)}
      />
    </section>
  );
}
