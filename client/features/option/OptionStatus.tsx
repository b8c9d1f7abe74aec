import { useTranslation } from 'react-i18next';
import type { OptionView } from '../../../contracts/option.contract';
import styles from './Option.module.css';

/** How it ended; of a stake that came back, why. */
export function OptionStatus({ option: { status, returnReason } }: { option: OptionView }) {
  const { t } = useTranslation('option');
  return (
    <span className={styles.status} data-status={status}>
      {t(`status.${status}`)}
      {returnReason !== null && <small>{t(`reason.${returnReason}`)}</small>}
    </span>
  );
}
