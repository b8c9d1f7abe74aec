import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SessionView } from '../../../contracts/account.contract';
import { readOwnSession } from '../../lib/own-session';
import { useFormat } from '../../lib/format';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language';
import { Loadable, Skeleton } from '../../ui/states';
import { Decisions } from '../policy/Decisions';
import { MyData } from '../personal/MyData';
import { accountKeys } from './account.feature';
import { UserId } from './IdentityCard';
import { LoginHistoryCard } from './LoginHistoryCard';
import { SessionsCard } from './SessionsCard';
import styles from './UserCentre.module.css';

/** `/info`: what the server knows about the account, read anew. */
export default function ProfileScreen() {
  const { t } = useTranslation(['account', 'common']);
  const query = useQuery({ queryKey: accountKeys.profile(), queryFn: readOwnSession });
  return (
    <>
      <div className={styles.narrow}>
        <h1>{t('common:screen.profile')}</h1>
        <p className={styles.lead}>{t('profile.lead')}</p>
        <Loadable query={query} skeleton={<Skeleton rows={8} height={40} />}>
          {(profile) => <Facts profile={profile} />}
        </Loadable>
        <SessionsCard />
        <LoginHistoryCard />
        <MyData />
      </div>
      <Decisions />
    </>
  );
}

function Facts({ profile }: { profile: SessionView }) {
  const { t } = useTranslation(['account', 'common']);
  const format = useFormat();
  const { demo } = profile;
  return (
    <dl className={styles.facts}>
      <Fact name={t('profile.name')} to={demo ? undefined : '/username'}>
        {profile.name}
      </Fact>
      <Fact name={t('profile.userId')}>
        <UserId id={profile.userId} />
      </Fact>
      <Fact name={t('profile.kind')}>{t(`common:realm.${profile.realm}`)}</Fact>
      {demo ? (
        <>
          <Fact name={t('profile.ends')}>
            {demo.expired ? t('common:demo.expired') : format.dateTime(demo.expiresAt)}
          </Fact>
          <Fact name={t('profile.lives')}>{format.count(demo.generation)}</Fact>
        </>
      ) : (
        <>
          <Fact name={t('profile.email')} to="/email" empty={!profile.email}>
            {profile.email || t('centre.notLinked')}
          </Fact>
          <Fact name={t('profile.phone')} to="/mobile" empty={!profile.phone}>
            {profile.phone || t('centre.notLinked')}
          </Fact>
          <Fact
            name={t('profile.tradePassword')}
            to={profile.transaction_password ? '/editPasswordTrade' : '/bindmpwd'}
            empty={!profile.transaction_password}
          >
            {t(profile.transaction_password ? 'profile.set' : 'profile.notSet')}
          </Fact>
        </>
      )}
      <Fact name={t('profile.language')}>
        <span lang={LANGUAGES[profile.lang]}>{LANGUAGE_NAMES[profile.lang]}</span>
      </Fact>
    </dl>
  );
}

interface FactProps {
  name: string;
  /** Where it is set or changed. */
  to?: string | undefined;
  empty?: boolean;
  children: ReactNode;
}

function Fact({ name, to, empty = false, children }: FactProps) {
  const { t } = useTranslation('account');
  const way = t(empty ? 'profile.add' : 'profile.change');
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {to && (
          <Link to={to} aria-label={`${way}: ${name}`}>
            {way}
          </Link>
        )}
      </dd>
    </div>
  );
}
