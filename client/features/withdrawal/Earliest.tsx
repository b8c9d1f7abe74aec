import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons';
import { useInstants } from './words';
import styles from './Withdrawal.module.css';

/** When waiting times, opening hours and the daily limit first allow the request; nothing where they allow it now. */
export function Earliest({ at }: { at: number | null }) {
  const { t } = useTranslation('withdrawal');
  const instants = useInstants();
  if (at === null) return null;
  return (
    <p className={styles.earliest} role="status">
      <Icon name="info" size={18} />
      <span>
        <strong>{t('form.earliest', { when: instants(at) })}</strong> {t('form.earliestText')}
      </span>
    </p>
  );
}
