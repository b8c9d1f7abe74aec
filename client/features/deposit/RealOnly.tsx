import { useTranslation } from 'react-i18next';
import { pathOf } from '../../app/routes';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import styles from './Deposit.module.css';

/** Demo money is given and not deposited; the way to a real account is one step. */
export function RealOnly() {
  const { t } = useTranslation(['deposit', 'refusal']);
  return (
    <section className={styles.card}>
      <h2 className={styles.locked}>
        <Icon name="lock" size={20} />
        {t('refusal:demo.real-only')}
      </h2>
      <p>{t('demo.body')}</p>
      <div className={styles.actions}>
        <ButtonLink to={pathOf('register')}>{t('demo.register')}</ButtonLink>
        <ButtonLink to={pathOf('assets')} kind="plain">
          {t('demo.back')}
        </ButtonLink>
      </div>
    </section>
  );
}
