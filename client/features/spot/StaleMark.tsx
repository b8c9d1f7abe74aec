import { useTranslation } from 'react-i18next';
import { useConnection } from '../../lib/connection';
import styles from './BookPanel.module.css';

const DOWN = ['reconnecting', 'restarting', 'offline'] as const;

/** Marks a live panel while its figures are stale. */
export function StaleMark() {
  const { t } = useTranslation('common');
  const state = useConnection((connection) => DOWN.find((each) => each === connection.state));
  return state ? <span className={styles.stale}>{t(`connection.${state}`)}</span> : null;
}
