import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { TradingRealm } from '../../../contracts/realm.contract';
import { useSession } from '../../lib/session';
import { Icon } from '../../ui/icons';
import { Menu, MenuGroup, MenuItem } from '../../ui/Menu';
import { pathOf } from '../routes';
import { ScreenName } from '../ScreenName';
import { menuOf } from './navigation';
import { logOut, regenerate, startDemo, switchAccount } from './session-keepalive';
import styles from './Shell.module.css';

/** The session's display name is cut to 12 characters (specification, section 3). */
export function UserMenu() {
  const { t } = useTranslation('common');
  const session = useSession((state) => state.session);
  const go = useNavigate();
  if (session === null) return null;
  const name = session.phone || session.email || session.name;
  const shown = name.length > 12 ? `${name.slice(0, 11)}…` : name;
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
          <p className={styles.account}>
            {session.name} · {t(`realm.${session.realm}`)}
          </p>
          {(
            [
              ['menu.personal', 'personal'],
              ['menu.records', 'records'],
            ] as const
          ).map(([label, menu]) => (
            <MenuGroup key={label} label={t(label)}>
              {menuOf(menu).map(({ screen, path, icon }) => (
                <MenuItem key={screen} onSelect={() => (close(), void go(path))}>
                  {icon && <Icon name={icon} size={16} />}
                  <ScreenName screen={screen} />
                </MenuItem>
              ))}
            </MenuGroup>
          ))}
          <MenuGroup label={t('menu.session')}>
            <OtherAccount realm={session.realm} close={close} />
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

/** The way to the account of the other realm: to its session where one is kept, else to where one begins. */
function OtherAccount({ realm, close }: { realm: TradingRealm; close: () => void }) {
  const { t } = useTranslation('common');
  const other = useSession((state) => state.other);
  const go = useNavigate();
  const label = realm === 'demo' ? (other ? 'menu.toReal' : 'menu.logInReal') : other ? 'menu.toDemo' : 'demo.start';
  const choose = () => {
    close();
    if (other) return void switchAccount();
    if (realm === 'demo') return void go(pathOf('login'));
    void startDemo();
  };
  return (
    <MenuItem onSelect={choose}>
      <Icon name="layers" size={16} />
      {t(label)}
    </MenuItem>
  );
}
