import { useTranslation } from 'react-i18next';
import { pathOf } from '../../app/routes';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import styles from './Identity.module.css';

/** A demo account has no person to verify. */
export function DemoNote() {
  const { t } = useTranslation(['identity', 'refusal']);
  return (
    <section className={styles.panel} data-look="locked">
      <h2>
        <Icon name="lock" size={20} />
        {t('refusal:demo.real-only')}
      </h2>
      <p>{t('demo.body')}</p>
      <ButtonLink to={pathOf('register')}>{t('demo.action')}</ButtonLink>
    </section>
  );
}
