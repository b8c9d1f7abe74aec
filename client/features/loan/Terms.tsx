import { useTranslation } from 'react-i18next';
import type { LoanProducts } from '../../../contracts/loan.contract';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import { Rules } from './Rules';
import styles from './Loan.module.css';

const CLASSES = ['unassessed', 'conservative', 'balanced', 'aggressive'] as const;

/** What is lent, by whom, and what happens to who does not pay: before any button. */
export function Terms({ product }: { product: LoanProducts }) {
  const { t } = useTranslation(['loan', 'risk']);
  const format = useFormat();
  const usdt = (text: string) => `${format.amount(text, 2)} USDT`;
  const { limits, version } = product;
  return (
    <section className={styles.card} aria-labelledby="loan-terms">
      <h2 id="loan-terms">{t('terms.title')}</h2>
      <FactList
        className={styles.facts}
        rows={[
          [t('figure.rate'), format.share(product.dailyRate)],
          [t('figure.free'), t('days', { count: product.freeDays })],
          [t('terms.lateRate'), format.share(product.lateRate)],
          [t('terms.minimum'), usdt(product.minimum)],
          ...CLASSES.map(
            (each) => [t('terms.limit', { class: t(`risk:class.${each}`) }), usdt(limits[each] ?? '0')] as const,
          ),
          [t('terms.lender'), product.lender],
          [t('terms.available'), usdt(product.available)],
          [t('terms.rules'), <Rules key="rules" version={version} />],
        ]}
      />
      <ul className={styles.points}>
        <li>{t('terms.score')}</li>
        <li>{t('terms.whole')}</li>
        <li>{t('terms.late')}</li>
        <li>{t('terms.setOff', { days: product.setOffDays })}</li>
        <li>{t('terms.writeOff', { days: product.writeOffDays })}</li>
        <li>{t('terms.frozen')}</li>
      </ul>
    </section>
  );
}
