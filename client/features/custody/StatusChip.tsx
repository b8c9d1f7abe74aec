import { useTranslation } from 'react-i18next';
import type { CustodyStatus } from '../../../contracts/custody.contract';
import styles from './Custody.module.css';

export function StatusChip({ status }: { status: CustodyStatus }) {
  const { t } = useTranslation('custody');
  return (
    <span className={styles.status} data-status={status}>
      {t(`status.${status}`)}
    </span>
  );
}
