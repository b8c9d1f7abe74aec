import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { AlertHost } from '../../features/alert/AlertHost';
import { useAdoption } from '../../features/watchlist/adopt';
import { UnlockHost } from '../../features/security/unlock-trading';
import { useAccountFeed } from '../account-feed';
import { ConfirmHost } from '../../ui/confirm';
import { Toasts } from '../../ui/Toasts';
import { PaletteHost } from '../palette/PaletteHost';
import { shapeOf } from '../screen-shapes';
import { BottomBar } from './BottomBar';
import { Breadcrumbs } from './Breadcrumbs';
import { Footer } from './Footer';
import { NoticeStrip } from './NoticeStrip';
import { TopBar } from './TopBar';
import { useRecovery } from './recovery';
import { useSessionKeepalive } from './session-keepalive';
import styles from './Shell.module.css';

/** Everything around a screen: navigation, the permanent notice, toasts, dialogs and the footer. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const terminal = shapeOf(useLocation().pathname) === 'terminal';
  useAccountFeed();
  useSessionKeepalive();
  useRecovery();
  useAdoption();
  return (
    <div className={styles.shell} data-terminal={terminal || undefined}>
      <a href="#main" className={styles.skip}>
        {t('nav.skip')}
      </a>
      <TopBar />
      <NoticeStrip />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Breadcrumbs />
        {children}
      </main>
      <Footer />
      <BottomBar />
      <Toasts />
      <ConfirmHost />
      <UnlockHost />
      <AlertHost />
      <PaletteHost />
    </div>
  );
}
