import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { SupportView } from '../../../contracts/support.contract';
import { useSession } from '../../lib/session';
import { useUnread } from '../../lib/unread';
import { ButtonLink } from '../../ui/Button';
import { CopyText } from '../../ui/CopyText';
import { Icon, type IconName } from '../../ui/icons';
import { Loadable, Skeleton } from '../../ui/states';
import { Conversation } from './Conversation';
import { Hours, HoursNow } from './Hours';
import { Older } from './Older';
import { Start } from './Start';
import { useSupport } from './use-support';
import styles from './Support.module.css';

/** `/service`: a conversation with staff, their hours, and other ways to help. `?id=` shows an earlier one. */
export default function SupportScreen() {
  const { t } = useTranslation(['support', 'common']);
  const query = useSupport();
  return (
    <div className={styles.page}>
      <h1>{t('common:screen.service')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <Loadable query={query} skeleton={<Skeleton rows={6} height={40} />}>
        {(support) => <Desk support={support} />}
      </Loadable>
    </div>
  );
}

function Desk({ support }: { support: SupportView }) {
  const { t } = useTranslation('support');
  const [search] = useSearchParams();
  const { current, hours, images } = support;
  const shown = search.get('id') ?? current?.conversationId;
  const isEarlier = shown !== undefined && shown !== current?.conversationId;
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <HoursNow hours={hours} />
        {shown !== undefined && <Conversation conversationId={shown} images={images} />}
        {isEarlier ? (
          <p>
            <ButtonLink kind="plain" to="/service">
              {t('older.back')}
            </ButtonLink>
          </p>
        ) : (
          (current === null || current.status === 'closed') && <Start support={support} />
        )}
        <Older shown={shown} />
      </div>
      <div className={styles.side}>
        <Hours hours={hours} />
        <Ways />
      </div>
    </div>
  );
}

const WAYS: readonly { name: string; to: string; icon: IconName }[] = [
  { name: 'help', to: '/settingHelp', icon: 'search' },
  { name: 'security', to: '/settingHelp?category=security', icon: 'lock' },
  { name: 'notices', to: '/notice', icon: 'info' },
  { name: 'records', to: '/accountRecord', icon: 'list' },
];

/** Where people help themselves. */
function Ways() {
  const { t } = useTranslation(['support', 'account']);
  const unread = useUnread();
  const userId = useSession((state) => state.session?.userId);
  return (
    <>
      <ul className={styles.ways}>
        {WAYS.map(({ name, to, icon }) => (
          <li key={name}>
            <Link to={to}>
              <Icon name={icon} size={20} />
              <span>
                <strong>
                  {t(`ways.${name}.title`)}
                  {name === 'notices' && unread > 0 && <em>{t('account:centre.unread', { count: unread })}</em>}
                </strong>
                {t(`ways.${name}.body`)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {userId && (
        <p className={styles.given}>
          {t('ways.id')}{' '}
          <CopyText value={userId} label={t('ways.id')}>
            <code>{userId}</code>
          </CopyText>
        </p>
      )}
    </>
  );
}
