import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/Button';
import styles from './Shell.module.css';

/** Where somebody without a session begins. Narrow windows have the app's link in the footer only. */
export function VisitorLinks() {
  const { t } = useTranslation('common');
  return (
    <>
      <ButtonLink to="/downLoad" kind="quiet" size="s" className={styles.roomyOnly ?? ''}>
        {t('nav.download')}
      </ButtonLink>
      <ButtonLink to="/login" kind="plain" size="s">
        {t('nav.login')}
      </ButtonLink>
      <ButtonLink to="/register" size="s">
        {t('nav.register')}
      </ButtonLink>
    </>
  );
}
