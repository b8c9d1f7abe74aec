import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LoanOwn } from '../../../contracts/loan.contract';
import { Missing } from '../../app/Missing';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import styles from './Loan.module.css';

/** Where a refusal is put right. */
const SCREENS: Readonly<Record<string, string>> = {
  'loan.identity-needed': 'primary',
  'loan.advanced-needed': 'advanced',
};

/** Own limit, score and debt, and everything that stands against borrowing now. */
export function OwnLimit({ own }: { own: LoanOwn }) {
  const { t } = useTranslation(['loan', 'risk']);
  const format = useFormat();
  const usdt = (text: string) => `${format.amount(text, 8, 2)} USDT`;
  return (
    <section className={styles.card} aria-labelledby="loan-own">
      <h2 id="loan-own">{t('own.title')}</h2>
      <div data-testid="loan-own">
        <FactList
          className={styles.facts}
          rows={[
            [t('own.limit'), usdt(own.limit)],
            [t('own.left'), usdt(own.left)],
            [t('own.debt'), usdt(own.debt)],
            [
              t('own.score'),
              <Link key="score" className={styles.link} to={pathOf('credit')}>
                {format.count(own.score)}
              </Link>,
            ],
            [
              t('own.class'),
              <Link key="class" className={styles.link} to={pathOf('risk')}>
                {t(`risk:class.${own.class}`)}
              </Link>,
            ],
            [t('own.repaid'), `+${format.count(own.repaidPoints)}`],
            [t('own.overdue'), `−${format.count(own.overduePoints)}`],
          ]}
        />
      </div>
      <Missing title={t('own.missing')} problems={own.problems} screens={SCREENS} />
    </section>
  );
}
