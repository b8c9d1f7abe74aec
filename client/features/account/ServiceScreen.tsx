import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../lib/session';
import { useUnread } from '../../lib/unread';
import { Icon, type IconName } from '../../ui/icons';
import { UserId } from './IdentityCard';
import styles from './UserCentre.module.css';

const WAYS: readonly { name: string; to: string; icon: IconName }[] = [
  { name: 'help', to: '/settingHelp', icon: 'search' },
  { name: 'security', to: '/settingHelp?category=security', icon: 'lock' },
  { name: 'notices', to: '/notice', icon: 'info' },
  { name: 'records', to: '/accountRecord', icon: 'list' },
];

/** `/service`: the help that exists today. No chat is staffed yet, so there is no contact form. */
export default function ServiceScreen() {
  const { t } = useTranslation(['account', 'common']);
  const unread = useUnread();
  const userId = useSession((state) => state.session?.userId);
  return (
    <div className={styles.narrow}>
      <h1>{t('common:screen.service')}</h1>
      <p className={styles.lead}>{t('service.lead')}</p>
      <ul className={styles.ways}>
        {WAYS.map(({ name, to, icon }) => (
          <li key={name}>
            <Link to={to}>
              <Icon name={icon} size={20} />
              <span>
                <strong>
                  {t(`service.${name}.title`)}
                  {name === 'notices' && unread > 0 && <em>{t('centre.unread', { count: unread })}</em>}
                </strong>
                {t(`service.${name}.body`)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        <Icon name="info" size={16} />
        {t('service.chat')}
      </p>
      {userId && (
        <p className={styles.given}>
          {t('service.id')} <UserId id={userId} />
        </p>
      )}
    </div>
  );
}
