import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../lib/session';
import { Icon, type IconName } from '../../ui/icons';
import { Menu, MenuGroup, MenuItem } from '../../ui/Menu';
import { logOut, regenerate } from './session-care';
import styles from './Shell.module.css';

const LINKS: readonly { screen: string; to: string; icon: IconName }[] = [
  { screen: 'userCentre', to: '/setting', icon: 'user' },
  { screen: 'assets', to: '/table1', icon: 'assets' },
  { screen: 'orderRecords', to: '/currencyRecord', icon: 'list' },
  { screen: 'accountRecords', to: '/accountRecord', icon: 'layers' },
  { screen: 'identity', to: '/sfyz', icon: 'check' },
  { screen: 'deposit', to: '/authenticationrj', icon: 'down' },
  { screen: 'withdrawal', to: '/authenticationcj', icon: 'up' },
];

/** The session's display name is cut to 12 characters (specification, section 3). */
export function UserMenu() {
  const { t } = useTranslation('common');
  const session = useSession((state) => state.session);
  const go = useNavigate();
  if (session === null) return null;
  const shown = (session.phone || session.email || session.name).slice(0, 12);
  return (
    <Menu
      label={`${t('menu.user')}: ${shown}`}
      button={
        <>
          <Icon name="user" />
          <span className={styles.who}>{shown}</span>
        </>
      }
    >
      {(close) => (
        <>
          <MenuGroup label={`${session.name} · ${t(`realm.${session.realm}`)}`}>
            {LINKS.map(({ screen, to, icon }) => (
              <MenuItem key={to} onSelect={() => (close(), void go(to))}>
                <Icon name={icon} size={16} />
                {t(`screen.${screen}`)}
              </MenuItem>
            ))}
          </MenuGroup>
          <MenuGroup label={t('menu.session')}>
            {session.demo && (
              <MenuItem onSelect={() => (close(), void regenerate())}>
                <Icon name="refresh" size={16} />
                {t('demo.regenerate')}
              </MenuItem>
            )}
            <MenuItem onSelect={() => (close(), void logOut())}>
              <Icon name="exit" size={16} />
              {t(session.demo ? 'demo.exit' : 'menu.logOut')}
            </MenuItem>
          </MenuGroup>
        </>
      )}
    </Menu>
  );
}
