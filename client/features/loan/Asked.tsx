import { useTranslation } from 'react-i18next';
import type { LoanDetail } from '../../../contracts/loan.contract';
import { useFormat } from '../../lib/format';
import { serverNow } from '../../lib/server-clock';
import styles from './Loan.module.css';

interface AskedProps {
  asked: NonNullable<LoanDetail['asked']>;
  /** The kind of request, which names the reasons. */
  kind: 'loan-application' | 'loan-payment';
}

/** What is missing, what would help, and until when. */
export function Asked({ asked: { reasons, advice, until }, kind }: AskedProps) {
  const { t } = useTranslation(['loan', 'review']);
  const format = useFormat();
  return (
    <>
      <h3>{t('answer.title')}</h3>
      <p role="status">
        {until <= serverNow() ? t('answer.late') : t('answer.until', { date: format.dateTime(until) })}
      </p>
      <ul className={styles.points}>
        {reasons.map((reason) => (
          <li key={reason}>{t(`review:reason.${kind}.${reason}`)}</li>
        ))}
      </ul>
      {advice !== null && <p>{t(`review:advice.${advice}`)}</p>}
    </>
  );
}
