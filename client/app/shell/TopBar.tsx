import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../lib/session';
import { useUnread } from '../../lib/unread';
import { Icon } from '../../ui/icons';
import { useBrand } from '../brand';
import { openPalette } from '../palette/palette-store';
import { LanguageMenu } from './LanguageMenu';
import { LookMenu } from './LookMenu';
import { MainNavigation } from './MainNavigation';
import { UserMenu } from './UserMenu';
import { VisitorLinks } from './VisitorLinks';
import styles from './Shell.module.css';

export function TopBar() {
  const { t } = useTranslation('common');
  const loggedIn = useSession((state) => state.session !== null);
  const brand = useBrand();
  return (
    <header className={styles.top}>
      <Link to="/index" className={styles.brand} aria-label={t('nav.brandHome', { brand: brand.name })}>
        <img src={brand.logoUrl} alt="" width="26" height="26" />
        <span className={styles.wideOnly}>{brand.name}</span>
      </Link>
      <MainNavigation />
      <div className={styles.right}>
        <SearchButton />
        {loggedIn ? <NoticesLink /> : <VisitorLinks />}
        {loggedIn && <UserMenu />}
        <LanguageMenu />
        <LookMenu />
      </div>
    </header>
  );
}

const MAC = /mac|iphone|ipad/i.test(navigator.platform);

function SearchButton() {
  const { t } = useTranslation('common');
  return (
    <button
      type="button"
      className={styles.search}
      aria-haspopup="dialog"
      aria-keyshortcuts={MAC ? 'Meta+K' : 'Control+K'}
      onClick={() => openPalette()}
    >
      <Icon name="search" />
      <span className={styles.searchText}>{t('palette.open')}</span>
      <kbd aria-hidden="true">{MAC ? '⌘K' : 'Ctrl K'}</kbd>
    </button>
  );
}

function NoticesLink() {
  const { t } = useTranslation('common');
  const unread = useUnread();
  return (
    <Link to="/notice" className={styles.bell}>
      <Icon name="bell" />
      <span className="hidden-visually">
        {unread > 0 ? t('notices.unread', { count: unread }) : t('screen.notices')}
      </span>
      {unread > 0 && (
        <span className={styles.unread} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  );
}
