import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Icon } from '../../ui/icons';
import { MAIN_WAYS, reloadIfThere } from './navigation';
import styles from './Shell.module.css';

/** The main ways under the thumb, on phones. */
export function BottomBar() {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  return (
    <nav className={styles.bottom} aria-label={t('nav.mainPhone')}>
      {MAIN_WAYS.map(({ key, to, icon, paths }) => (
        <Link
          key={key}
          to={to}
          aria-current={paths.includes(pathname) ? 'page' : undefined}
          onClick={() => reloadIfThere(to)}
        >
          <Icon name={icon} size={21} />
          <span>{t(key)}</span>
        </Link>
      ))}
    </nav>
  );
}
