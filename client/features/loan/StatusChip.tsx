import { useTranslation } from 'react-i18next';
import type { LoanStatus } from '../../../contracts/loan.contract';
import styles from './Loan.module.css';

export function StatusChip({ status }: { status: LoanStatus }) {
  const { t } = useTranslation('loan');
  return (
    <span className={styles.status} data-status={status}>
      {t(`status.${status}`)}
    </span>
  );
}
