import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { useBrand } from '../brand';
import { LanguageMenu } from './LanguageMenu';
import { LookMenu } from './LookMenu';
import { UserMenu } from './UserMenu';
import { MAIN_WAYS, reloadIfThere } from './navigation';
import styles from './Shell.module.css';

export function TopBar() {
  const { t } = useTranslation('common');
  const loggedIn = useSession((state) => state.session !== null);
  const brand = useBrand();
  return (
    <header className={styles.top}>
      <Link to="/index" className={styles.brand} aria-label={t('nav.brandHome', { brand: brand.name })}>
        <img src={brand.logoUrl} alt="" width="26" height="26" />
        <span className={loggedIn ? undefined : styles.wideOnly}>{brand.name}</span>
      </Link>
      <MainNavigation />
      <div className={styles.right}>
        {loggedIn ? <UserMenu /> : <VisitorLinks />}
        <LanguageMenu />
        <LookMenu />
      </div>
    </header>
  );
}

function MainNavigation() {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  return (
    <nav className={styles.nav} aria-label={t('nav.main')}>
      {MAIN_WAYS.map(({ key, to, paths }) => (
        <Link
          key={key}
          to={to}
          aria-current={paths.includes(pathname) ? 'page' : undefined}
          onClick={() => reloadIfThere(to)}
        >
          {t(key)}
        </Link>
      ))}
    </nav>
  );
}

function VisitorLinks() {
  const { t } = useTranslation('common');
  return (
    <>
      <ButtonLink to="/downLoad" kind="quiet" size="s" className={styles.wideOnly ?? ''}>
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
