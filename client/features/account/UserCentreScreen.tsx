import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SessionView } from '../../../contracts/account.contract';
import { ScreenName } from '../../app/ScreenName';
import { useSession } from '../../lib/session';
import { useUnread } from '../../lib/unread';
import { Icon } from '../../ui/icons';
import { useIdentity } from '../identity/use-identity';
import { SecurityCard } from '../security/SecurityCard';
import { hasGoogle, useSecurity } from '../security/use-security';
import { IdentityCard } from './IdentityCard';
import { PreferencesCard } from './PreferencesCard';
import { GROUPS, GROUP_ICONS, LEVEL_SCREENS, isRealOnly, linksOf, type CentreLink, type Group } from './user-centre';
import styles from './UserCentre.module.css';

/** `/setting`: who one is here, every way of the account, and what this browser keeps of one's taste. */
export default function UserCentreScreen() {
  const session = useSession((state) => state.session);
  if (session === null) return null;
  return (
    <div className={styles.page}>
      <IdentityCard session={session} />
      {session.demo ? <DemoNote /> : <SecurityCard />}
      <div className={styles.groups}>
        {GROUPS.map((group) => (
          <LinkGroup key={group} group={group} session={session} />
        ))}
        <PreferencesCard />
      </div>
    </div>
  );
}

function DemoNote() {
  const { t } = useTranslation('account');
  return (
    <p className={styles.note}>
      <Icon name="info" size={16} />
      {t('centre.demoNote')}
    </p>
  );
}

function LinkGroup({ group, session }: { group: Group; session: SessionView }) {
  const { t } = useTranslation('account');
  return (
    <section className={styles.card} aria-labelledby={`group-${group}`}>
      <h2 id={`group-${group}`}>
        <Icon name={GROUP_ICONS[group]} size={18} />
        {t(`centre.group.${group}`)}
      </h2>
      <ul>
        {linksOf(group, session).map((link) => (
          <LinkRow key={link.path} link={link} session={session} />
        ))}
      </ul>
    </section>
  );
}

function LinkRow({ link, session }: { link: CentreLink; session: SessionView }) {
  const state = useStateOf(link, session);
  return (
    <li>
      <Link to={link.path}>
        <ScreenName screen={link.screen} />
        {state && <small>{state}</small>}
        <Icon name="right" size={14} />
      </Link>
    </li>
  );
}

/** The state shown beside a link. */
function useStateOf(link: CentreLink, session: SessionView): string {
  const { t } = useTranslation(['account', 'identity', 'security']);
  const unread = useUnread();
  const { data: identity } = useIdentity();
  const { data: security } = useSecurity();
  const level = identity?.levels.find((each) => LEVEL_SCREENS[each.level] === link.screen);
  if (session.demo && isRealOnly(link.screen)) return t('centre.realOnly');
  if (level !== undefined) return t(`identity:state.${level.locked === null ? level.state : 'locked'}`);
  switch (link.screen) {
    case 'userName':
      return session.name;
    case 'google':
      return security === undefined ? '' : t(hasGoogle(security) ? 'security:on' : 'security:unset');
    case 'tradePasswordSet':
      return t('security:unset');
    case 'phone':
      return session.phone || t('centre.notLinked');
    case 'email':
      return session.email || t('centre.notLinked');
    case 'notices':
      return unread > 0 ? t('centre.unread', { count: unread }) : '';
    default:
      return '';
  }
}
