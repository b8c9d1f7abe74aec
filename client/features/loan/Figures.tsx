import { useTranslation } from 'react-i18next';
import type { LoanProducts } from '../../../contracts/loan.contract';
import { loanCost, worstCost, type LoanPlan } from '../../../shared/loan';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import styles from './Loan.module.css';

/** The terms of a loan as it is offered now. */
export const termsOf = (product: LoanProducts, principal: string, periodDays: number): LoanPlan => ({
  principal,
  periodDays,
  dailyRate: product.dailyRate,
  freeDays: product.freeDays,
  lateRate: product.lateRate,
  writeOffDays: product.writeOffDays,
});

/** Every figure of a loan before it is asked for: total cost and worst case. */
export function Figures({ terms }: { terms: LoanPlan }) {
  const { t } = useTranslation('loan');
  const format = useFormat();
  const usdt = (text: string) => `${format.amount(text, 8, 2)} USDT`;
  const due = loanCost(terms, terms.periodDays);
  const late = loanCost(terms, terms.periodDays + 1);
  const worst = worstCost(terms);
  return (
    <FactList
      className={styles.facts}
      rows={[
        [t('figure.rate'), format.share(terms.dailyRate)],
        [t('figure.free'), t('days', { count: terms.freeDays })],
        [t('figure.interestDays'), t('days', { count: due.interestDays })],
        [t('figure.interest'), usdt(due.interest)],
        [t('figure.total'), <b key="total">{usdt(due.total)}</b>],
        [t('figure.lateFee'), `${usdt(late.lateFee)} (${format.share(terms.lateRate)})`],
        [t('figure.worst'), usdt(worst.total)],
        [t('figure.worstAfter'), t('days', { count: worst.overdueDays })],
      ]}
    />
  );
}
